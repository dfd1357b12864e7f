import type { ServerContext } from '#server/context.ts';
import { note } from '#server/journal/journal.ts';
import type { Trx } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { factsOf, type ProcessRow } from './row.ts';

/**
 * Makes a draft a sent application, because the authority got it after the state to which a restore has brought back the
 * database. The data may not be what was sent, so it ends now, like that of a sent application whose time is over: what
 * stays is that the person applied, for what and when. No move of the machine leads here: the journal has a new start.
 * @param feeCents what was to be paid for it; null where the trail knows no payment
 */
export async function markSentSince(
  { now }: Pick<ServerContext, 'now'>,
  trx: Trx,
  row: ProcessRow,
  feeCents: number | null,
): Promise<void> {
  const facts = factsOf(row);
  const anew = { machine: 'process', attempt: null, event: null, from: null, rule: null } as const;
  await note({ now }, trx, { ...anew, processId: row.id, to: 'SUBMITTED', by: 'server' });
  await trx
    .updateTable('process')
    .set({
      status: 'SUBMITTED',
      context: json({ ...facts, running: false, conflictOpen: false, feeCents: feeCents ?? facts.feeCents }),
      statusChanged: now(),
      availableUntil: now(),
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute();
}

/**
 * Stores money that pays the fee of an application which a restore has found to be sent (markSentSince): it was paid
 * before it was sent.
 */
export const keepPastPayment = (trx: Trx, row: ProcessRow, amountCents: number): Promise<unknown> =>
  trx
    .updateTable('process')
    .set({ context: json({ ...factsOf(row), paidCents: amountCents }) })
    .where('id', '=', row.id)
    .execute();

/** Whether money pays for an application that was sent as one that had to be paid, and is not known to be. */
export const paysPastFee = (row: ProcessRow, amountCents: number): boolean => {
  const { feeCents, paidCents } = factsOf(row);
  return row.status === 'SUBMITTED' && paidCents === 0 && feeCents === amountCents;
};
