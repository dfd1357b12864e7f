import { ConfigurationRefused, readConfig } from '#server/config/config.ts';
import { checkInstallation } from './check-installation.ts';
import { inLines } from './finding.ts';

/** Longest time of a question to a partner. */
const PATIENCE_MS = 5_000;

/**
 * Tells what a start with this environment would find: `npm run serve -- --check` (docs/operations.md, "Before a
 * start").
 * @returns whether it found no fault
 */
export async function runCheck(
  variables: NodeJS.ProcessEnv,
  tell: (line: string) => void,
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig(variables);
  } catch (error) {
    if (!(error instanceof ConfigurationRefused)) throw error;
    tell(error.message);
    return false;
  }
  const found = await checkInstallation(config, { now: () => new Date(), patienceMs });
  for (const finding of found) for (const line of inLines(finding)) tell(line);
  const count = (level: string) => found.filter((finding) => finding.level === level).length;
  tell(`${count('fault')} faults, ${count('warning')} warnings`);
  return count('fault') === 0;
}
