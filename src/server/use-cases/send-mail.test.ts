import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import { queueMail } from '#server/mails/row.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { sendMail } from './send-mail.ts';

let storage: Storage;
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage.close());

it('an e-mail that does not open is sent to nobody, and is given up, which is what its person is told', async () => {
  const told: object[] = [];
  const sent: unknown[] = [];
  const context = {
    storage,
    dataKeys: testKeys(),
    now: () => new Date(),
    mailer: { send: async (letter: unknown) => void sent.push(letter) },
    config: { MAIL_RETRY_HOURS: 1, MAIL_RETRY_SECONDS: 60 },
    jobs: { send: async () => undefined },
    log: {
      error: (about: object) => void told.push(about),
      warn: (about: object) => void told.push(about),
      info: () => undefined,
    },
  } as unknown as ServerContext;
  const row = processRow(new Date(), { status: 'SUBMITTED' });
  const process = await storage.db.insertInto('process').values(row).returningAll().executeTakeFirstOrThrow();
  await recorded(context, (trx) =>
    queueMail(context, trx, process as never, { kind: 'confirmation', recipient: 'petra@example.org' }),
  );
  const { id } = await storage.db.selectFrom('mail').select('id').executeTakeFirstOrThrow();
  await sql`delete from data_key where id = ${id}`.execute(storage.db);
  await sendMail(context, id);
  expect(sent).toEqual([]);
  const left = await storage.db.selectFrom('mail').select(['state', 'recipient']).executeTakeFirstOrThrow();
  expect(left).toEqual({ state: 'givenUp', recipient: null });
  expect(told).toEqual([
    expect.objectContaining({ table: 'mail', column: 'recipient', id }),
    expect.objectContaining({ mailId: id, problem: 'it does not open' }),
  ]);
});
