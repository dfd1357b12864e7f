import '#server/closed-pipe.ts';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { startPostgres } from '#model-tests/http/postgres-server.ts';
import { rollForwardAndBack } from '#model-tests/http/rolling-drill.ts';
import { ownVersion } from '#server/storage/own-version.ts';
import { checkOutPrevious, NoRelease } from './previous-release.ts';

/** `npm run drill:upgrade`: the previous release and this version on one PostgreSQL (docs/upgrade.md). */
const root = path.resolve(import.meta.dirname, '../..');
const say = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const isDone = await drill();
  process.exitCode = isDone ? 0 : 1;
} catch (error) {
  if (!(error instanceof NoRelease)) throw error;
  process.stderr.write(`The drill was not made. ${error.message}\n`);
  process.exitCode = 1;
}

async function drill(): Promise<boolean> {
  const release = checkOutPrevious(root, ownVersion);
  const postgres = await startPostgres();
  try {
    if (postgres === null) throw new NoRelease('PostgreSQL is not installed.');
    const began = performance.now();
    // Not synchronously: people and the load balancer are in this process.
    const migrate = async () => {
      const env = { ...process.env, MIGRATION_DATABASE_URL: postgres.url };
      const script = path.join(root, 'src/server/migrate.ts');
      say((await promisify(execFile)(process.execPath, [script], { env })).stdout.trim());
    };
    const old = path.join(release.folder, 'src/server/main.ts');
    const { saves, lost, seen, sent } = await rollForwardAndBack({ databaseUrl: postgres.url, old, migrate });
    const seconds = Math.round((performance.now() - began) / 1000);
    say(
      `${release.tag} to ${ownVersion} and back in ${seconds} s: ${saves} saves, ${lost} lost, ${seen.length} errors seen`,
    );
    say(`sent: ${sent.join(', ')}`);
    return lost === 0 && seen.length === 0 && sent.every((status) => status === 'SUBMITTED');
  } finally {
    await postgres?.stop();
    release.remove();
  }
}
