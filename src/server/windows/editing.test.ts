import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { editorOf, elsewhere, hold, LEASE_MS, release, renew, seize, want } from './editing.ts';

let storage: Storage;
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(async () => {
  await storage.close();
});

const T0 = new Date('2026-05-04T10:00:00Z');
const later = (ms: number) => new Date(T0.getTime() + ms);
const sessionId = randomUUID();
let processId: string;
beforeEach(async () => {
  const row = processRow(T0);
  processId = row.id;
  await storage.db.insertInto('process').values(row).execute();
});
/** A window of this person at a moment. */
const by = (window: string, now = T0) => ({ processId, sessionId, window, now });
const editor = () => editorOf(storage.db, processId);

const DESK = randomUUID();
const SOFA = randomUUID();

describe('a window that edits', () => {
  it('has edited since its first word, also after a later one', async () => {
    await hold(storage.db, by(DESK));
    expect(await hold(storage.db, by(DESK, later(10_000)))).toMatchObject({ since: T0 });
    const row = (await editor())!;
    expect(row.until).toEqual(later(10_000 + LEASE_MS));
    expect(elsewhere(row, sessionId)).toEqual({ place: 'window', since: T0.toISOString() });
    expect(elsewhere(row, randomUUID()).place).toBe('device');
  });

  it('does not want to any more', async () => {
    await hold(storage.db, by(DESK));
    await want(storage.db, by(SOFA));
    expect(await hold(storage.db, by(DESK, later(1_000))), 'another one still wants to').toMatchObject({
      wantedBy: SOFA,
    });
    expect(await hold(storage.db, by(SOFA, later(LEASE_MS + 1_000)))).toMatchObject({
      windowId: SOFA,
      wantedBy: null,
    });
  });

  it('is wanted by nobody after it was taken', async () => {
    await hold(storage.db, by(DESK));
    await want(storage.db, by(SOFA));
    await seize(storage.db, by(SOFA));
    expect(await editor()).toMatchObject({
      windowId: SOFA,
      wantedBy: null,
      wantedSession: null,
      wantedAt: null,
    });
  });
});

describe('a lease is renewed', () => {
  beforeEach(() => hold(storage.db, by(DESK)));

  it('for its window', async () => {
    expect(await renew(storage.db, by(DESK, later(LEASE_MS - 1)))).toMatchObject({ windowId: DESK });
    expect((await editor())!.until).toEqual(later(2 * LEASE_MS - 1));
  });

  it.each([
    ['for another window', () => by(SOFA)],
    [
      'in another session, whose application it need not be',
      () => ({ ...by(DESK), sessionId: randomUUID() }),
    ],
    ['after its end: whether the person may still edit is asked again', () => by(DESK, later(LEASE_MS))],
  ])('not %s', async (_, claim) => {
    expect(await renew(storage.db, claim())).toBeNull();
    expect((await editor())!.until).toEqual(later(LEASE_MS));
  });
});

it('a window that lets go leaves it to the one that wants to, before a third one comes', async () => {
  await hold(storage.db, by(DESK));
  await want(storage.db, by(SOFA));
  await release(storage.db, by(SOFA));
  expect((await editor())!.windowId, 'only who edits can let go').toBe(DESK);
  await release(storage.db, by(DESK));
  expect(await editor()).toMatchObject({ windowId: SOFA, wantedBy: null });
  expect(await hold(storage.db, by(randomUUID()))).toBeNull();
  await release(storage.db, by(SOFA));
  expect(await editor()).toBeUndefined();
});
