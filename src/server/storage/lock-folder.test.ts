import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockFolder } from './lock-folder.ts';

let parent = '';
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'lock-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

it('refuses a second living process and says which one holds the folder', async () => {
  await writeFile(path.join(parent, 'database.lock'), String(process.ppid));
  await expect(lockFolder(path.join(parent, 'database'))).rejects.toThrow(`Process ${process.ppid}`);
});

it('takes over the lock of a process that was killed, and frees it at the end', async () => {
  const beyondAllProcesses = 2 ** 30;
  await writeFile(path.join(parent, 'database.lock'), String(beyondAllProcesses));
  const unlock = await lockFolder(path.join(parent, 'database'));
  await unlock();
  await expect((await lockFolder(path.join(parent, 'database')))()).resolves.toBeUndefined();
});
