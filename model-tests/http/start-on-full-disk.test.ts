import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openStorage } from '#server/storage/database.ts';
import { smallDisk } from './small-disk.ts';

const disk = await smallDisk(160);
afterAll(() => disk?.remove());

const opener = `
  const { openStorage } = await import(${JSON.stringify(path.resolve('src/server/storage/database.ts'))});
  await openStorage({ dataDir: process.env.DATA_DIR }).then(
    () => process.exit(0),
    (error) => { console.log(error.message); process.exit(1); },
  );`;

/** Runs in a process of its own, so that the remains of a failed start stay there. */
const start = () =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', opener], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: disk?.folder },
  });

// Runs only if a file system may be mounted.
it.runIf(disk)('says plainly that the disk is full, and starts once there is space', async () => {
  await (await openStorage({ dataDir: disk!.folder })).close();
  await disk!.fill();
  const refused = start();
  expect(refused.status).toBe(1);
  expect(refused.stdout).toMatch(/^The disk of .*disk-\w+\/database is full: \d+ MB are left/);
  await disk!.free();
  expect(start().status).toBe(0);
});
