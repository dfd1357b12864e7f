import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMoves, type CountedMoves } from '#server/analytics/moves.ts';
import { demonstration } from '#server/search/testing/content.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { formsReached } from './steps-by-form.ts';
import { totalsOf } from './totals-view.ts';

let storage: Storage;

const moves = (change: Partial<CountedMoves>): CountedMoves => ({
  day: '2026-11-20',
  machine: 'process',
  event: 'form.completed',
  from: 'EDITING',
  to: 'COMPLETED',
  rule: 'PROC-06',
  by: 'person',
  count: 1,
  stays: 1,
  seconds: 60,
  ...change,
});

beforeAll(async () => {
  storage = await openTestStorage();
  const at = new Date('2026-11-20T12:00:00Z');
  const rows = [
    processRow(at, { counted: true, status: 'EDITING' }),
    processRow(at, { counted: true, status: 'EDITING' }),
    processRow(at, { counted: true, status: 'PAYMENT_PENDING' }),
    // This person does not want to be counted.
    processRow(at, { counted: false, status: 'EDITING' }),
  ];
  await storage.db.insertInto('process').values(rows).execute();
  const ended = { event: 'draft.deleted', to: 'deleted', rule: 'PROC-10' };
  await addMoves(storage.db, [
    moves({ count: 3, stays: 3, seconds: 300 }),
    moves({ day: '2026-11-21', count: 2, stays: 1, seconds: 50 }),
    moves({ day: '2026-11-19', count: 100, stays: 100, seconds: 0 }),
    moves({ ...ended, stays: 1, seconds: 150 }),
    moves({ event: '', to: '', rule: '', by: 'server', count: 2, stays: 0, seconds: 0 }),
    moves({ ...ended, from: 'COMPLETED', stays: 1, seconds: 7 }),
    moves({ machine: 'payment', event: '', from: '', to: 'created', rule: '', stays: 0, seconds: 0 }),
    moves({ machine: 'process', by: 'server', stays: 0, seconds: 0 }),
  ]);
});
afterAll(async () => {
  await storage?.close();
});

const totals = () => totalsOf(storage.db, { from: '2026-11-20', to: '2026-11-21' });
const machineOf = async (name: string) => (await totals()).machines.find(({ machine }) => machine === name)!;

it('how many are in a state now leaves out who does not want to be counted', async () => {
  const { states } = await machineOf('process');
  expect(states.map(({ state, now }) => [state, now])).toEqual([
    ['CREATED', 0],
    ['EDITING', 2],
    ['COMPLETED', 0],
    ['ELECTRONIC_NOTICE_SELECTED', 0],
    ['PAYMENT_PENDING', 1],
    ['PAYMENT_FAILURE', 0],
    ['PAID', 0],
    ['SUBMIT_FAILURE', 0],
    ['SUBMITTED', 0],
    ['deleted', 0],
  ]);
});

it('how long they stay is said from five on, of the days asked for', async () => {
  const { states } = await machineOf('process');
  expect(states.find(({ state }) => state === 'EDITING')).toMatchObject({ stays: 5, averageSeconds: 100 });
  expect(states.find(({ state }) => state === 'COMPLETED')).toMatchObject({
    stays: 1,
    averageSeconds: null,
  });
});

it('arrows are added up over days and movers; what no arrow leads to is none', async () => {
  const nobody = { person: 0, paymentProvider: 0, authority: 0, operator: 0, server: 0 };
  expect((await machineOf('process')).arrows).toEqual([
    {
      event: 'form.completed',
      from: 'EDITING',
      to: 'COMPLETED',
      rule: 'PROC-06',
      count: 6,
      by: { ...nobody, person: 5, server: 1 },
    },
    ...(['COMPLETED', 'EDITING'] as const).map((from) => ({
      event: 'draft.deleted',
      from,
      to: 'deleted',
      rule: 'PROC-10',
      count: 1,
      by: { ...nobody, person: 1 },
    })),
  ]);
  expect((await machineOf('payment')).arrows).toEqual([
    { event: null, from: null, to: 'created', rule: null, count: 1, by: { ...nobody, person: 1 } },
  ]);
});

it('where drafts end is told by state, deleted and expired apart', async () => {
  expect((await totals()).ends).toEqual([
    { state: 'EDITING', deleted: 1, expired: 2 },
    { state: 'COMPLETED', deleted: 1, expired: 0 },
  ]);
});

it('says for each form how often its applications came to a status, in the order of the statuses', async () => {
  const { content } = demonstration();
  const counts = [
    ['hundesteuer', 'SUBMITTED', 2],
    ['hundesteuer', 'EDITING', 5],
    ['gone', 'EDITING', 1],
    ['hundesteuer', 'EDITING/expired', 3],
    ['hundesteuer', 'EDITING/deleted', 1],
  ] as const;
  await storage.db
    .insertInto('dailyCount')
    .values(
      counts.map(([subject, detail, count]) => ({ day: '2026-11-20', kind: 'step', subject, detail, count })),
    )
    .execute();
  const forms = await formsReached(storage.db, { from: '2026-11-20', to: '2026-11-20' }, content);
  expect(forms).toEqual([
    {
      form: 'gone',
      name: { de: 'gone', en: 'gone' },
      reached: [{ state: 'EDITING', count: 1, deleted: 0, expired: 0 }],
    },
    {
      form: 'hundesteuer',
      name: expect.objectContaining({ en: expect.stringMatching(/dog/i) }),
      reached: [
        { state: 'EDITING', count: 5, deleted: 1, expired: 3 },
        { state: 'SUBMITTED', count: 2, deleted: 0, expired: 0 },
      ],
    },
  ]);
  expect(await formsReached(storage.db, { from: '2026-11-21', to: '2026-11-21' }, content)).toEqual([]);
});
