import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ContentRefused } from '#server/content-store/content-refused.ts';
import { openContent } from '#server/content-store/content-store.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { createRollOut, type RollOut, type RollOutTimes } from './roll-out.ts';

/** Generous where a busy machine may be late, short where a test waits. */
const times: RollOutTimes = {
  lookMs: 40,
  leaseMs: 2_000,
  leadMs: 2_500,
  heldMs: 250,
  patienceMs: 20_000,
  goneMs: 60_000,
  tellMs: 0,
};

let storage: Storage;
let folder = '';
let old = '';
type Running = {
  rollOut: RollOut;
  shows: () => string;
  dir: string;
  lines: string[];
  add(text: string): void;
  break(): void;
};
const running: Running[] = [];

beforeAll(async () => {
  storage = await openTestStorage();
  folder = mkdtempSync(path.join(tmpdir(), 'roll-out-'));
  old = path.join(folder, 'old');
  const kept = /[\\/]services[\\/](hundesteuer|jagdschein)/;
  cpSync(path.join(import.meta.dirname, '../../../content'), old, {
    recursive: true,
    filter: (file) => !/[\\/]services[\\/]/.test(file) || kept.test(file),
  });
});
afterAll(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await storage.db.deleteFrom('contentCopy').execute();
  await storage.db.deleteFrom('contentProcess').execute();
  await storage.db.updateTable('contentShown').set({ version: null, since: new Date(), asked: 0 }).execute();
});
afterEach(async () => {
  for (const { rollOut } of running.splice(0)) await rollOut.stop();
});

async function start(name: string, own: Partial<RollOutTimes> = {}, from = old): Promise<Running> {
  const dir = path.join(mkdtempSync(path.join(folder, 'of-')), 'content');
  cpSync(from, dir, { recursive: true });
  const lines: string[] = [];
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void (line.includes('left out') || lines.push(line)) },
  );
  const store = openContent({ dir, skipBroken: true }, log);
  lines.length = 0;
  const rollOut = createRollOut({
    ...{ db: storage.db, store, dir, log, name, id: crypto.randomUUID() },
    times: { ...times, ...own },
  });
  await rollOut.join();
  const topic = path.join(dir, 'topics/bauen-und-wohnen.json');
  const one = {
    ...{ rollOut, dir, lines },
    shows: () => store.current().version,
    add: (text: string) => appendFileSync(topic, text),
    break: () => writeFileSync(path.join(dir, 'themes/sp/theme.json'), '{'),
  };
  running.push(one);
  return one;
}
const run = (...all: Running[]) => {
  for (const { rollOut } of all) rollOut.run(() => {});
};
/** Looks as a call does that comes to this process. */
const called = async ({ rollOut, shows }: Running): Promise<string> => {
  await rollOut.current();
  return shows();
};

it('one process alone shows new content at once', async () => {
  const one = await start('one');
  const before = one.shows();
  run(one);
  one.add('\n');
  await one.rollOut.reload();
  expect(one.shows()).not.toBe(before);
});

it('a reload of one reaches all, and none shows it before every one has it', async () => {
  const [one, other] = [await start('one'), await start('other')];
  run(one, other);
  const before = one.shows();
  one.add('\n');
  await one.rollOut.reload();
  await expect.poll(() => one.lines.join()).toContain('not every process has it');
  expect(one.lines.join()).toContain('other');
  expect([one.shows(), other.shows()]).toEqual([before, before]);
  other.add('\n');
  await one.rollOut.reload();
  const seen = new Set<string>();
  // Calls go to one and then to the other, as a person's do behind a load balancer.
  do {
    const [first, second] = [await called(one), await called(other)];
    seen.add(`${first === before ? 'old' : 'new'} ${second === before ? 'old' : 'new'}`);
    await pause(5);
  } while (other.shows() === before);
  seen.add(
    `${(await called(other)) === before ? 'old' : 'new'} ${(await called(one)) === before ? 'old' : 'new'}`,
  );
  // The moment may lie between the two calls; what was new is never old again.
  seen.delete('old new');
  expect([...seen]).toEqual(['old old', 'new new']);
}, 30_000);

it('what one cannot use is shown by none, and says who has which fault', async () => {
  const [one, other] = [await start('one'), await start('other')];
  run(one, other);
  const before = one.shows();
  one.add('\n');
  other.break();
  await one.rollOut.reload();
  await expect.poll(() => one.lines.join()).toMatch(/"process":"other"[^}]*theme.json/);
  expect([one.shows(), other.shows()]).toEqual([before, before]);
});

it('a process that starts with another folder shows what the others show, and its own once they are gone', async () => {
  const one = await start('one');
  run(one);
  const before = one.shows();
  const newer = path.join(folder, 'newer');
  cpSync(old, newer, { recursive: true });
  appendFileSync(path.join(newer, 'topics/bauen-und-wohnen.json'), '\n\n');
  const late = await start('late', {}, newer);
  run(late);
  expect(late.shows()).toBe(before);
  expect(late.lines.join()).toContain('other content than this folder has');
  await expect.poll(() => late.rollOut.processes().find(({ name }) => name === 'late')?.has).not.toBe(before);
  expect(late.shows()).toBe(before);
  running.shift();
  await one.rollOut.stop();
  await expect.poll(() => late.shows()).not.toBe(before);
});

it('a process without what the others show does not start', async () => {
  await start('one');
  const other = path.join(folder, 'other');
  cpSync(old, other, { recursive: true });
  appendFileSync(path.join(other, 'topics/bauen-und-wohnen.json'), '\n\n\n');
  await storage.db.deleteFrom('contentCopy').execute();
  await expect(start('late', {}, other)).rejects.toThrow(ContentRefused);
  expect(running[0]!.rollOut.processes()).toHaveLength(1);
});

it('a process that hung catches up before it answers the next call', async () => {
  const [one, hung] = [await start('one', { goneMs: 200 }), await start('hung', { leaseMs: 20 })];
  const before = one.shows();
  run(one);
  await pause(300);
  one.add('\n');
  await one.rollOut.reload();
  expect(one.shows()).not.toBe(before);
  expect(hung.shows()).toBe(before);
  expect(await called(hung)).toBe(one.shows());
});

it('a process that was killed and comes back does not wait for itself', async () => {
  await start('one');
  const newer = path.join(folder, 'again');
  cpSync(old, newer, { recursive: true });
  appendFileSync(path.join(newer, 'topics/bauen-und-wohnen.json'), '\n\n\n\n');
  const before = running[0]!.shows();
  expect((await start('one', {}, newer)).shows()).not.toBe(before);
});

it('calls are answered while the database is away', async () => {
  const one = await start('one', { leaseMs: 0, patienceMs: 50 });
  const lock = storage.db.transaction().execute(() => pause(400));
  await one.rollOut.current();
  expect(one.rollOut.current()).toBeNull();
  await lock;
});
