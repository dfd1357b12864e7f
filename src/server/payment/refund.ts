import type { Selectable } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import type { Trx } from '#server/storage/database.ts';
import type { RefundTable } from '#server/storage/tables.ts';
import type { Attempt } from './attempt.ts';

export type RefundRow = Selectable<RefundTable>;

/** Notes money of paid attempts that the operators must return; each attempt is noted once. */
export async function noteRefund(context: ServerContext, trx: Trx, paid: Attempt[]): Promise<void> {
  for (const attempt of paid) {
    await trx
      .insertInto('refund')
      .values({
        paymentId: attempt.id,
        processId: attempt.processId,
        transactionId: attempt.transactionId ?? attempt.id,
        reference: attempt.reference,
        endPointId: attempt.endPointId,
        amountCents: attempt.amountCents,
        notedAt: context.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    context.log.warn({ paymentId: attempt.id, processId: attempt.processId }, 'money to be returned');
  }
}
