import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { recorded } from '#server/journal/journal.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import { sealedRowsOf } from '#server/sealing/testing/sealed-rows.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { claimMail, queueMail, settleMail } from './row.ts';

const TO = 'petra@example.org';
const facts = { ticketNumber: 'SP-2026-TICKET', submittedAt: null, paid: true };
const rows = sealedRowsOf('mail', {
  mailer: {},
  config: { MAIL_RETRY_HOURS: 1, MAIL_RETRY_SECONDS: 60 },
  jobs: { send: async () => undefined },
});
const { context, stored, keys, told } = rows;

async function application(): Promise<ProcessRow> {
  const row = processRow(new Date(), { status: 'SUBMITTED' });
  return rows.db.insertInto('process').values(row).returningAll().executeTakeFirstOrThrow() as never;
}
const queue = (row: ProcessRow, recipient: string | null = TO) =>
  recorded(context(), (trx) => queueMail(context(), trx, row, { kind: 'confirmation', recipient, facts }));
it('an e-mail that waits is stored without address and facts in clear, and opens for who sends it', async () => {
  await queue(await application());
  const [{ id, text } = { id: '', text: '' }] = await stored();
  expect(text).toContain('confirmation');
  expect([TO, facts.ticketNumber].filter((value) => text.includes(value))).toEqual([]);
  expect(await claimMail({ ...context(), dataKeys: testKeys() }, id)).toMatchObject({ recipient: TO, facts });
  expect(await keys()).toEqual([{ id }]);
});

it('one that is due already gets no other key, and its key ends with it', async () => {
  const row = await application();
  await queue(row);
  await queue(row);
  const [{ id } = { id: '' }] = await stored();
  expect(await keys()).toEqual([{ id }]);
  expect(await settleMail(context(), id, { type: 'mail.accepted' })).toBe('sent');
  const { recipient } = await rows.db.selectFrom('mail').select('recipient').executeTakeFirstOrThrow();
  expect(recipient).toBeNull();
  await rows.db.deleteFrom('mail').execute();
  expect(await keys()).toEqual([]);
});

it('one of an earlier version is sent as it is', async () => {
  await queue(await application());
  const [{ id } = { id: '' }] = await stored();
  await sql`update mail set recipient = ${TO}, facts = ${JSON.stringify(facts)}`.execute(rows.db);
  await rows.db.deleteFrom('dataKey').where('id', '=', id).execute();
  expect(await claimMail(context(), id)).toMatchObject({ recipient: TO, facts });
});

it.each([
  [
    'has the address of another one',
    (id: string) => sql`update mail set recipient =
    (select recipient from mail other where other.id <> ${id}) where id = ${id}`,
  ],
  [
    'has the facts of another one',
    (id: string) => sql`update mail set facts =
    (select facts from mail other where other.id <> ${id}) where id = ${id}`,
  ],
  ['has lost its key', (id: string) => sql`delete from data_key where id = ${id}`],
])('one that %s goes to nobody, which operators are told without its content', async (_, breakIt) => {
  await queue(await application());
  const [{ id } = { id: '' }] = await stored();
  await queue(await application(), 'jonas@example.org');
  await breakIt(id).execute(rows.db);
  expect(await claimMail(context(), id)).toMatchObject({ id, recipient: null, facts: null });
  expect(told).toEqual([expect.objectContaining({ table: 'mail', id })]);
  expect(JSON.stringify(told)).not.toMatch(/example|TICKET/);
});
