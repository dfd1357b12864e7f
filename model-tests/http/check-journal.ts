import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Runs `npm run check:journal` beside a server that runs.
 * @param environment names its database
 */
export async function checkJournal(
  environment: Record<string, string | undefined>,
): Promise<{ code: number; output: string }> {
  const env = { ...process.env, NODE_ENV: 'development', ...environment };
  return promisify(execFile)(process.execPath, ['src/server/check-journal.ts'], {
    cwd: root,
    env,
  }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error) => ({ code: Number(error.code), output: `${error.stdout}${error.stderr}` }),
  );
}
