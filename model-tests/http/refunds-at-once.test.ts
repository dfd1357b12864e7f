import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { refundMark } from '#server/payment/refund.ts';
import { openStorage, type Storage } from '#server/storage/database.ts';
import { markRefund } from '#server/use-cases/mark-refund.ts';
import { startPostgres } from './postgres-server.ts';

const postgres = await startPostgres();

// The embedded database does one transaction at a time; only here do two of them meet on one row.
describe.runIf(postgres)('two operators at one refund, with PostgreSQL', () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openStorage({ databaseUrl: postgres?.url, dataDir: '' });
  });
  afterAll(async () => {
    await storage?.close();
    await postgres?.stop();
  });

  it.each([
    ['mark', false],
    ['propose', true],
  ] as const)('who %s at once: one of both is noted, each time', async (step, REFUND_BY_TWO) => {
    const context = {
      storage,
      config: { REFUND_BY_TWO },
      now: () => new Date(),
      counts: { moved: () => undefined },
    } as unknown as ServerContext;
    const seen = refundMark({ proposed: null, refundedAt: null });
    for (let round = 0; round < 20; round += 1) {
      const paymentId = randomUUID();
      await storage.db
        .insertInto('refund')
        .values({
          paymentId,
          processId: randomUUID(),
          transactionId: 't',
          reference: null,
          endPointId: 'authority',
          amountCents: 6000,
          notedAt: new Date(),
        })
        .execute();
      const take = (subject: string) =>
        markRefund(context, {
          paymentId,
          step,
          by: { subject, name: subject },
          mayRepair: true,
          note: subject,
          seen,
        });
      const both = await Promise.all([take('jensen'), take('boysen')]);
      expect(both.toSorted()).toEqual(['done', 'moved']);
      const { proposed, refunded } = await storage.db
        .selectFrom('refund')
        .select(['proposed', 'refunded'])
        .where('paymentId', '=', paymentId)
        .executeTakeFirstOrThrow();
      expect((proposed ?? refunded)?.note).toBe(both[0] === 'done' ? 'jensen' : 'boysen');
    }
  });
});
