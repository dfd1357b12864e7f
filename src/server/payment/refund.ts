import { type Selectable, sql } from 'kysely';
import type { RefundState } from '#domain/refund-steps.ts';
import { begin } from '#machines/kit/advance.ts';
import { refundMachine } from '#machines/refund/refund.machine.ts';
import type { RefundMachineRow } from '#machines/refund/refund.selectors.ts';
import type { ServerContext } from '#server/context.ts';
import { note } from '#server/journal/journal.ts';
import type { Database, Trx } from '#server/storage/database.ts';
import type { RefundTable } from '#server/storage/tables.ts';
import type { Attempt } from './attempt.ts';

export type RefundRow = Selectable<RefundTable>;

type Config = Pick<ServerContext['config'], 'REFUND_BY_TWO'>;

/** Notes money of paid attempts that the operators must return; each attempt is noted once. */
export async function noteRefund(context: ServerContext, trx: Trx, paid: Attempt[]): Promise<void> {
  for (const attempt of paid) {
    const noted = await trx
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
      .returning('paymentId')
      .executeTakeFirst();
    if (!noted) continue;
    await note(context, trx, {
      processId: attempt.processId,
      machine: 'refund',
      attempt: attempt.attempt,
      event: null,
      from: null,
      to: begin(refundMachine, { byTwo: context.config.REFUND_BY_TWO }).state,
      rule: null,
      by: 'server',
    });
    context.log.warn({ paymentId: attempt.id, processId: attempt.processId }, 'money to be returned');
  }
}

/** The state of a refund in a query, as `refundMachineRow` tells it. */
export const refundState = sql<RefundState>`case
  when refund.refunded_at is not null then 'returned'
  when refund.proposed is not null then 'proposed' else 'open' end`;

/** Returns a refund as its machine knows it: the columns tell its state. */
export const refundMachineRow = (
  { proposed, refundedAt, refunded }: Pick<RefundRow, 'proposed' | 'refundedAt' | 'refunded'>,
  { REFUND_BY_TWO }: Config,
): RefundMachineRow => ({
  state: refundedAt ? 'returned' : proposed ? 'proposed' : 'open',
  context: {
    byTwo: REFUND_BY_TWO,
    proposed,
    returned: refundedAt && refunded && { at: refundedAt.toISOString(), ...refunded },
  },
});

/** Money of an application that operators have noted as returned: the sum, and when the last of it was noted. */
export type Returned = { amountCents: number; at: string };

/** Returns what operators have noted as returned of these applications, by application. */
export async function returnedOf(
  db: Database,
  processIds: readonly string[],
): Promise<ReadonlyMap<string, Returned>> {
  if (processIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('refund')
    .select(['processId', 'amountCents', 'refundedAt'])
    .where('processId', 'in', processIds)
    .where('refundedAt', 'is not', null)
    .orderBy('refundedAt')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ processId }) => processId)].map(([id, noted]) => [
      id,
      {
        amountCents: noted.reduce((sum, { amountCents }) => sum + amountCents, 0),
        at: noted.at(-1)?.refundedAt?.toISOString() ?? '',
      },
    ]),
  );
}

/** Returns a short text of how far a refund is: it differs once an operator has done something with it. */
export const refundMark = ({ proposed, refundedAt }: Pick<RefundRow, 'proposed' | 'refundedAt'>): string =>
  [proposed?.at ?? '', refundedAt?.toISOString() ?? ''].join('/');
