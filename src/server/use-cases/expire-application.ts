import type { ServerContext } from '#server/context.ts';
import { forgetHandIns, handInWaits } from '#server/hand-ins/row.ts';
import { noteExpiry } from '#server/journal/journal.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { listedUntil } from '#server/processes/availability.ts';
import { noteExpired } from '#server/processes/expired-drafts.ts';
import { factsOf, type ProcessRow } from '#server/processes/row.ts';
import { noSecrets } from '#server/processes/sealed-row.ts';
import { byOwner } from '#server/security/events.ts';
import type { Trx } from '#server/storage/database.ts';
import { DELIVERY_PARTNER } from '#server/submission/fit-connect/errors.ts';
import { forgetDelivered } from '#server/submission/owed.ts';
import { isDelivered, submissionOf } from '#server/submission/row.ts';
import { actByItself, type Held } from '#server/workflow/act.ts';
import { eraseProcess } from '#server/workflow/erase.ts';
import { type AssertAsked, onceAsked } from './note-arrival.ts';

/**
 * Erases an application whose time is over. One sent from an account ends in two steps: first its data and documents,
 * later its entry in the personal area. An application stays while it is being sent, when it has been continued, and
 * when the authority has it without a receipt, or may have it.
 */
export async function expireApplication(context: ServerContext, processId: string): Promise<void> {
  const erase = async ({ trx, row }: Held, assertAsked: AssertAsked) => {
    // Somebody may have continued the application since it was found.
    if (row.availableUntil > context.now() || factsOf(row).running) return null;
    // The authority has the application. It is completed first, and then it is a sent application.
    if (row.status !== 'SUBMITTED' && (await isDelivered(trx, row.id))) return null;
    // The authority gets what was handed in, or its person hears that it has failed, before anything is erased.
    if (await handInWaits(trx, row.id)) return null;
    assertAsked(row);
    const listed = await endOfEntry(context, trx, row);
    if (listed === null || listed <= context.now()) {
      if (row.status !== 'SUBMITTED') {
        await noteExpiry(context, trx, row);
        if (row.counted) context.counts.step(row.metadataId, `${row.status}/expired`);
      }
      await noteExpired(context, trx, row);
      await eraseProcess(context, trx, row);
      return { row, what: row.status === 'SUBMITTED' ? 'sent' : 'draft' } as const;
    }
    // What is left tells the person that they applied, for what, when, and what became of it.
    await trx.deleteFrom('file').where('processId', '=', row.id).execute();
    await trx
      .updateTable('process')
      .set({ ...noSecrets, page: null, confirmedForm: null, availableUntil: listed })
      .where('id', '=', row.id)
      .execute();
    await forgetDelivered(context, trx, row.id);
    await forgetHandIns(context, trx, row.id);
    // Nothing is sealed any more: what backups still have cannot be opened from now on.
    await context.dataKeys.forget(trx, row.id);
    return { row, what: 'documents' } as const;
  };
  const deletion = await onceAsked(context, processId, (assertAsked) =>
    actByItself(context, processId, 'server', (held) => erase(held, assertAsked), { evenBroken: true }),
  ).catch((error) => {
    // It stays until the delivery service can tell whether the authority has it.
    if (error instanceof PartnerUnavailable && error.partner === DELIVERY_PARTNER) return null;
    throw error;
  });
  if (!deletion) return;
  const { row, what } = deletion;
  const made = { event: 'deletion', outcome: 'succeeded', reason: 'time-over' } as const;
  context.security.record({ ...made, what, process: row.id }, byOwner(row));
}

/** Returns the end of the entry of an application that was sent from an account; null for any other. */
async function endOfEntry(context: ServerContext, trx: Trx, row: ProcessRow): Promise<Date | null> {
  if (row.status !== 'SUBMITTED' || row.userId === null) return null;
  const submission = await submissionOf(context, trx, row.id);
  if (!submission?.submittedAt) return null;
  const { submittedAt, downloadsUntil } = submission;
  const metadata = context.content().metadata.get(row.metadataId);
  return submission.listedUntil ?? listedUntil(metadata, submittedAt, downloadsUntil);
}
