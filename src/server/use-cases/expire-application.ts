import type { ServerContext } from '#server/context.ts';
import { forgetHandIns, handInWaits } from '#server/hand-ins/row.ts';
import { noteExpiry } from '#server/journal/journal.ts';
import { noteExpired } from '#server/processes/expired-drafts.ts';
import { factsOf } from '#server/processes/row.ts';
import { byOwner } from '#server/security/events.ts';
import { forgetRowsOfOwed } from '#server/submission/owed.ts';
import { isDelivered } from '#server/submission/row.ts';
import { actByItself } from '#server/workflow/act.ts';
import { eraseProcess } from '#server/workflow/erase.ts';

/**
 * Erases an application whose time is over; of one sent from an account, only its data and documents. An application
 * stays while it is being sent, when it has been continued, and when the authority has it without a receipt.
 */
export async function expireApplication(context: ServerContext, processId: string): Promise<void> {
  const deletion = await actByItself(context, processId, 'server', async ({ trx, row }) => {
    // Somebody may have continued the application since it was found.
    if (row.availableUntil > context.now() || factsOf(row).running) return null;
    // The authority has the application. It is completed first, and then it is a sent application.
    if (row.status !== 'SUBMITTED' && (await isDelivered(trx, row.id))) return null;
    // The authority gets what was handed in, or its person hears that it has failed, before anything is erased.
    if (await handInWaits(trx, row.id)) return null;
    if (row.status !== 'SUBMITTED' || row.userId === null) {
      if (row.status !== 'SUBMITTED') await noteExpiry(context, trx, row);
      await noteExpired(context, trx, row);
      await eraseProcess(context, trx, row);
      return { row, what: row.status === 'SUBMITTED' ? 'sent' : 'draft' } as const;
    }
    // The sent application stays in the person's list; its data and documents are erased.
    await trx.deleteFrom('file').where('processId', '=', row.id).execute();
    await trx
      .updateTable('process')
      .set({
        data: '{}',
        account: null,
        decisions: null,
        proven: null,
        confirmingLogin: null,
        statements: null,
        mailTo: null,
        availableUntil: new Date('9999-12-31T00:00:00Z'),
      })
      .where('id', '=', row.id)
      .execute();
    await forgetRowsOfOwed(trx, row.id);
    await forgetHandIns(trx, row.id);
    return { row, what: 'documents' } as const;
  });
  if (!deletion) return;
  const { row, what } = deletion;
  const made = { event: 'deletion', outcome: 'succeeded', reason: 'time-over' } as const;
  context.security.record({ ...made, what, process: row.id }, byOwner(row));
}
