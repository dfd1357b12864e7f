import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockFolder } from './lock-folder.ts';

let parent = '';
let other: ChildProcess | null = null;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'lock-'));
});
afterEach(async () => {
  other?.kill('SIGKILL');
  await rm(parent, { recursive: true, force: true });
});

const folder = () => path.join(parent, 'database');

/** Starts another process that only locks the folder. */
async function holdElsewhere(): Promise<ChildProcess> {
  const code = `
    const { lockFolder } = await import(${JSON.stringify(path.resolve(import.meta.dirname, 'lock-folder.ts'))});
    globalThis.unlock = await lockFolder(${JSON.stringify(folder())});
    process.stdout.write('held');
    setInterval(() => {}, 1000);`;
  other = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(other.stdout!, 'data');
  return other;
}

it('refuses a second living process and says which one holds the folder', async () => {
  const { pid } = await holdElsewhere();
  await expect(lockFolder(folder())).rejects.toThrow(`Process ${pid} works on ${folder()}`);
});

it('is free at once when the process that held it is killed', async () => {
  const holder = await holdElsewhere();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await (await lockFolder(folder()))();
});

it('asks nobody whose number a dead process has left behind', async () => {
  await writeFile(`${folder()}.lock`, String(process.ppid));
  await (await lockFolder(folder()))();
});

it('is held once in a process, too, and can be taken again when it is freed', async () => {
  const unlock = await lockFolder(folder());
  await expect(lockFolder(folder())).rejects.toThrow(`Process ${process.pid}`);
  await unlock();
  await (await lockFolder(folder()))();
});
