import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#domain/days.ts';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { waitingOf } from './gauges.ts';
import { readRefunds, refundTables } from './refund-tables.ts';

const now = new Date('2026-11-28T06:00:00Z');
const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
let storage: Storage;
beforeAll(async () => {
  storage = await openTestStorage();
  const base = { reference: null, endPointId: 'authority', amountCents: 6000 };
  const by = { subject: 'jensen', name: 'Kirsten <Jensen>' };
  const rows = [
    { transactionId: 'open-new', notedAt: ago(1) },
    {
      transactionId: 'open-old',
      notedAt: ago(3),
      proposed: json({ at: ago(1).toISOString(), by, note: 'n' }),
    },
    {
      transactionId: 'returned-first',
      notedAt: ago(9),
      refundedAt: ago(2),
      refunded: json({ by, note: 'n' }),
    },
    {
      transactionId: 'returned-last',
      notedAt: ago(8),
      refundedAt: ago(1),
      refunded: json({ by: null, note: 'n' }),
    },
  ];
  await storage.db
    .insertInto('refund')
    .values(rows.map((row) => ({ paymentId: randomUUID(), processId: randomUUID(), ...base, ...row })))
    .execute();
});
afterAll(() => storage.close());

it('what is to be returned stands apart from what was, oldest first; that, newest first', async () => {
  const { open, returned } = await readRefunds(storage.db);
  expect(open.map(({ transactionId }) => transactionId)).toEqual(['open-old', 'open-new']);
  expect(returned.map(({ transactionId }) => transactionId)).toEqual(['returned-last', 'returned-first']);
});

it('money that was returned no longer waits', async () => {
  const waiting = await waitingOf({ storage, now: () => now });
  expect(waiting.find(({ what }) => what === 'refunds')).toEqual({
    what: 'refunds',
    count: 2,
    seconds: (3 * DAY_MS) / 1000,
  });
});

it('each leads to its page; who has noted it is told, folded, with its text as text', async () => {
  const refunds = await readRefunds(storage.db);
  const shown = refundTables(refunds, 'en').text;
  const [above = '', folded = ''] = shown.split('<details');
  expect(above).toContain(`href="/en/operations/refund?payment=${refunds.open[0]?.paymentId}"`);
  expect(above).toContain('Proposed as refunded');
  expect(above).not.toContain('returned-');
  expect(folded).toContain('Noted as refunded (2)');
  expect(folded).toContain('Kirsten &#60;Jensen&#62; (jensen)');
  expect(folded).toContain('Access key (without a name)');
  expect(folded).not.toContain('open-');
});

it('nothing is folded where nothing was returned', () => {
  const shown = refundTables({ open: [], returned: [] }, 'de').text;
  expect(shown).toContain('Es ist nichts zu erstatten.');
  expect(shown).not.toContain('<details');
});
