import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../src/server');
const SEALING_KEYS = `2026 ${randomBytes(32).toString('base64')}`;
/** Nobody listens there. */
const AWAY = 'postgres://portal:verschwiegen@127.0.0.1:1/portal';
const BACKUP = ['--to', '/nowhere/data', '--keys', '/nowhere/keys'];

async function run(command: string, given: readonly string[], environment: Record<string, string>) {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', ...environment };
  return promisify(execFile)(process.execPath, [path.join(root, command), ...given], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code: Number(code), said: `${stdout}${stderr}` }),
  );
}

it.each<[command: string, given: string[], environment: Record<string, string>, words: string]>([
  [
    'migrate.ts',
    [],
    {},
    '  DATABASE_URL: is missing; production has no embedded database\n    the PostgreSQL',
  ],
  ['migrate.ts', [], { DATABASE_URL: AWAY }, 'Nobody answers at 127.0.0.1:1'],
  ['migrate.ts', ['--dryrun'], { DATABASE_URL: AWAY }, 'npm run migrate [-- --dry-run]'],
  [
    'migrate.ts',
    [],
    { DATABASE_URL: 'postgres://portal:w@rd@host/portal' },
    'DATABASE_URL: cannot be read: in user',
  ],
  ['keys.ts', ['status'], {}, '  SEALING_KEYS: is missing; keys of the installation'],
  ['keys.ts', ['--status'], {}, 'npm run keys -- status | rotate'],
  ['keys.ts', ['status'], { DATABASE_URL: AWAY, SEALING_KEYS }, 'Nobody answers at 127.0.0.1:1'],
  ['keys.ts', ['status'], { DATABASE_URL: AWAY, SEALING_KEYS: 'kaputt' }, '  SEALING_KEYS: key 1: a line'],
  ['backup/backup-cli.ts', BACKUP, {}, '  DATABASE_URL: is missing, and so is DATA_DIR'],
  ['backup/backup-cli.ts', BACKUP, { DATABASE_URL: AWAY }, 'Nobody answers at 127.0.0.1:1'],
  [
    'backup/backup-cli.ts',
    BACKUP,
    { DATABASE_URL: 'postgres://a@host/b' },
    '  DATABASE_URL: TLS is expected',
  ],
  ['check-content.ts', ['--destinatons'], {}, 'npm run check:content -- [FOLDER]'],
  ['main.ts', ['--check'], { SEALING_KEYS, PORT: '8o80' }, '  PORT: a whole number such as 30 is expected'],
])('%s %j with %o says what is wrong', async (command, given, environment, words) => {
  const { code, said } = await run(command, given, environment);
  expect(said).toContain(words);
  // Neither a stack nor JSON, nor a secret.
  expect(said).not.toMatch(/^\s+at |^\{"level"/m);
  expect(said).not.toContain('verschwiegen');
  expect(code).toBe(1);
});
