import { fork } from 'node:child_process';
import { once } from 'node:events';
import { glob, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { diskFullOr } from './disk-full.ts';

/**
 * Creates the embedded database in an empty folder. A process of its own does it: PostgreSQL's initdb takes 100 MB and
 * more, which this process would keep. The folder has the whole database or nothing, however the creation ends.
 * @param program the program that creates it, given the folder
 * @throws DiskFull
 */
export async function createDatabase(
  directory: string,
  program: URL = new URL('./initdb.ts', import.meta.url),
): Promise<void> {
  const unfinished = `${path.basename(directory)}.new-`;
  // A server that was killed meanwhile has left its folder behind.
  for await (const name of glob(`${unfinished}*`, { cwd: path.dirname(directory) }))
    await rm(path.resolve(directory, '..', name), { recursive: true, force: true });
  const making = await mkdtemp(path.resolve(directory, '..', unfinished));
  try {
    await run(program, making);
    await rename(making, directory);
  } catch (error) {
    // The reason is looked for first: without the files there is room again.
    const reason = await diskFullOr(making, error);
    await rm(making, { recursive: true, force: true });
    throw reason;
  }
}

async function run(program: URL, folder: string): Promise<void> {
  const child = fork(program, [folder], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
  if (code !== 0) throw new Error(`The embedded database was not created: ${said.trim()}`);
}
