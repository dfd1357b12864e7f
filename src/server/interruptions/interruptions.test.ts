import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Said } from '#domain/interruption.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { assertGoesOn, createInterruptions } from './interruptions.ts';
import { interruptionMark, moveInterruption } from './row.ts';

let storage: Storage;
let now = new Date('2026-11-28T12:00:00.000Z');
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage?.close());

const board = () =>
  createInterruptions({ db: storage.db, now: () => now, log: pino({ level: 'silent' }), isAlone: true });
const said: Said = {
  sentence: { de: 'Wir arbeiten am Portal.', en: 'We work on the portal.' },
  from: '2026-11-28T18:00:00.000Z',
  until: '2026-11-28T20:00:00.000Z',
  by: { subject: 'jensen', name: 'Kirsten Jensen' },
  note: 'update',
  at: now.toISOString(),
};
const at = (time: string) => {
  now = new Date(`2026-11-28T${time}:00.000Z`);
};

it('begins and ends by the clock alone, in every process, and forgets then who said it', async () => {
  const [one, other] = [board(), board()];
  const event = { type: 'interruption.said', at: now.toISOString(), said } as const;
  const seen = interruptionMark(one.of('payment'));
  const outcome = await storage.db
    .transaction()
    .execute((trx) => moveInterruption(trx, 'payment', { event, seen, at: now }));
  expect(outcome).toBe('done');
  await one.look();
  await other.look();
  const announced = other.mark();
  expect(announced).toBe(one.mark());
  expect(other.shown()).toMatchObject([{ what: 'payment', state: 'announced' }]);
  expect(() => assertGoesOn({ interruptions: other }, 'payment')).not.toThrow();

  at('18:00');
  const list = other.shown();
  expect(list).toMatchObject([{ state: 'inForce' }]);
  expect(other.shown()).toBe(list);
  expect(other.mark()).not.toBe(announced);
  expect(() => assertGoesOn({ interruptions: other }, 'payment')).toThrow('interrupted');
  expect(() => assertGoesOn({ interruptions: other }, 'delivery')).not.toThrow();

  at('20:00');
  expect(other.shown()).toEqual([]);
  expect(() => assertGoesOn({ interruptions: other }, 'payment')).not.toThrow();
  await other.look();
  const rows = await storage.db.selectFrom('interruption').selectAll().execute();
  expect(rows).toEqual([{ what: 'payment', state: 'none', context: { said: null }, version: 2 }]);
  // The other process writes it down no second time.
  await one.look();
  expect(interruptionMark(one.of('payment'))).toBe('2/none');
});
