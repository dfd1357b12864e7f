import '#server/closed-pipe.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigurationRefused, type readDatabaseConfig } from '#server/config/config.ts';
import { DatabaseRefused } from '#server/storage/database-refused.ts';
import { DiskFull } from '#server/storage/disk-full.ts';
import { BackupRefused } from './refused.ts';
import type { Target } from './restore.ts';

type DatabaseConfig = ReturnType<typeof readDatabaseConfig>;

type Values<N extends string> = Partial<Record<N, string | string[] | boolean>>;

/** An option of a command: a text, several texts, or whether it is given. */
type Kind = 'text' | 'texts' | 'flag';

/**
 * Runs a command of operators with the arguments of this process. Its reason to refuse is printed as one message, and the
 * process ends with 1.
 * @param failed begins the message: what has not happened
 * @param run prints what it has to say by the function that it is given; null when it needs other arguments
 */
export async function runCommand<const O extends Readonly<Record<string, Kind>>>(
  usage: string,
  failed: string,
  options: O,
  run: (values: Values<keyof O & string>, say: (line: string) => void) => Promise<void> | null,
): Promise<void> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const fail = (message: string) => {
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  };
  // The embedded database ends a process whose disk is full in the middle of its work (storage/embedded-faults.ts).
  process.once('uncaughtException', (error) => {
    fail(reasonOf(error, failed, usage));
    process.exit();
  });
  try {
    const { values } = parseArgs({
      options: {
        help: { type: 'boolean', short: 'h' },
        ...Object.fromEntries(
          Object.entries(options).map(([name, kind]) => [
            name,
            {
              type: kind === 'flag' ? ('boolean' as const) : ('string' as const),
              multiple: kind === 'texts',
            },
          ]),
        ),
      },
    });
    if (values.help) return say(usage);
    const work = run(values as Values<keyof O & string>, say);
    if (work === null) return fail(usage);
    await work;
  } catch (error) {
    fail(reasonOf(error, failed, usage));
  }
}

/** Reasons that operators can do something about; of any other the message alone, as statements come with values. */
function reasonOf(error: unknown, failed: string, usage: string): string {
  const { message = String(error), code = '' } = error as { message?: string; code?: string };
  if (String(code).startsWith('ERR_PARSE_ARGS')) return `${message}\n${usage}`;
  if ([BackupRefused, ConfigurationRefused, DatabaseRefused, DiskFull].some((kind) => error instanceof kind))
    return `${failed} ${message}`;
  if (code === 'ENOSPC' || code === '53100' || /No space left on device/.test(message))
    return `${failed} The disk is full: ${message}`;
  const cause = error instanceof Error && error.cause instanceof Error ? ` ${error.cause.message}` : '';
  return `${failed} ${message}${cause}`;
}

/** Version of the product and the commit it was built from. */
export function buildOf({ COMMIT }: NodeJS.ProcessEnv): { version: string; commit: string } {
  const file = path.resolve(import.meta.dirname, '../../../package.json');
  const { version, commit = 'unknown' } = JSON.parse(readFileSync(file, 'utf8')) as {
    version: string;
    commit?: string;
  };
  return { version, commit: COMMIT ?? commit };
}

/** The database of a configuration, as backups and restores take it. */
export const targetOf = ({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }: DatabaseConfig): Target => ({
  databaseUrl,
  dataDir,
});

/** A database in words, without its password. */
export const nameOf = ({ databaseUrl, dataDir }: Target): string => {
  if (databaseUrl === undefined) return `the embedded database in ${path.resolve(dataDir)}`;
  const { host, pathname, username } = new URL(databaseUrl);
  return `the database ${pathname.slice(1)} at ${host || 'this machine'}, as ${username}`;
};
