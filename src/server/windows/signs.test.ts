import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { hold, want } from './editing.ts';
import { createEditingSigns, type EditingSigns } from './signs.ts';

let storage: Storage;
const open: EditingSigns[] = [];
const LONG_MS = 60_000;

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(async () => {
  for (const signs of open) signs.stop();
  await storage.close();
});

function opened(shared: boolean): EditingSigns {
  const signs = createEditingSigns(shared ? storage.db : null);
  open.push(signs);
  return signs;
}

it('wakes those who wait for this application, and nobody else', async () => {
  const signs = opened(false);
  const woken: string[] = [];
  const never = new AbortController().signal;
  const one = signs.wait('one', LONG_MS, never).then(() => woken.push('one'));
  const other = signs.wait('other', LONG_MS, never).then(() => woken.push('other'));
  signs.give('one');
  await one;
  expect(woken).toEqual(['one']);
  signs.stop();
  await other;
});

it('does not wait for somebody who has gone, nor after it was stopped', async () => {
  const signs = opened(false);
  const gone = new AbortController();
  const waiting = signs.wait('one', LONG_MS, gone.signal);
  gone.abort();
  await waiting;
  await signs.wait('one', LONG_MS, gone.signal);
  signs.stop();
  await signs.wait('one', LONG_MS, new AbortController().signal);
});

it('sees what another server has noted in the database that they share', async () => {
  const now = new Date();
  const row = processRow(now, {});
  await storage.db.insertInto('process').values(row).execute();
  const claim = { processId: row.id, sessionId: randomUUID(), now };
  await hold(storage.db, { ...claim, window: randomUUID() });
  const waiting = opened(true).wait(row.id, LONG_MS, new AbortController().signal);
  await want(storage.db, { ...claim, window: randomUUID() });
  await waiting;
});
