import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { secrets } from '#server/config/variables.ts';

/** Variables that an installation decides for itself, and no partner gives it. */
const OWN: readonly string[] = ['SIGNING_SECRET', 'SEALING_KEYS'];
/** The file of the variables, for systemd and for `--env-file` of Node and of containers. */
export const PARTNERS_FILE = 'partners.env';

/**
 * Writes the portal's configuration for its partners as an installation has it: a file of variables, and beside it a
 * file for each secret, certificate and list, which the variables name. The owner and the group can read them.
 * @param folder absolute
 */
export async function writeEnvironment(
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o750 });
  const put = (name: string, text: string) => writeFile(path.join(folder, name), text, { mode: 0o640 });
  const lines: string[] = [];
  for (const [name, value] of Object.entries(variables)) {
    if (OWN.includes(name)) continue;
    const isSecret = (secrets as readonly string[]).includes(name);
    if (!isSecret && /^[^\s"'\\$]*$/.test(value)) {
      // Quotes only where they are needed: not every reader of such files takes them off.
      lines.push(value.includes('#') ? `${name}='${value}'` : `${name}=${value}`);
      continue;
    }
    await put(name, value);
    lines.push(`${isSecret ? `${name}_FILE` : name}=${path.join(folder, name)}`);
  }
  await put(PARTNERS_FILE, `${lines.join('\n')}\n`);
}
