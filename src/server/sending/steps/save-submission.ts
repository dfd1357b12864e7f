import type { ServerContext } from '#server/context.ts';
import { queueMail } from '#server/mails/row.ts';
import { downloadsUntil, listedUntil } from '#server/processes/availability.ts';
import { formOfProcess, metadataOf } from '#server/processes/form.ts';
import { enqueue } from '#server/queues/queues.ts';
import { json } from '#server/storage/json.ts';
import type { SubmissionRow } from '#server/submission/row.ts';
import { sealOf } from '#server/submission/row.ts';
import type { Held } from '#server/workflow/act.ts';
import { toldByMail } from '../told-by-mail.ts';

/**
 * SAVE_SUBMISSION: the process becomes SUBMITTED, the downloads get their date, the sealed copies are deleted, the
 * confirmation by e-mail is due, and the server begins to ask for the status of the sent application.
 */
export async function saveSubmission(
  context: ServerContext,
  { trx, row: process, move }: Held,
  submission: SubmissionRow,
): Promise<void> {
  const owedUntil = submission.owed?.until ?? null;
  const metadata = metadataOf(context, process);
  const until = downloadsUntil(process, metadata, context.now(), owedUntil);
  const delivered = await trx
    .selectFrom('submissionStep')
    .select('finishedAt')
    .where('processId', '=', process.id)
    .where('step', '=', 'SUBMIT_DATA_TO_AUTHORITY')
    .executeTakeFirstOrThrow();
  const sealed = sealOf(submission);
  await trx
    .updateTable('submission')
    .set({
      submittedAt: delivered.finishedAt,
      downloadsUntil: until,
      listedUntil: listedUntil(metadata, delivered.finishedAt, until),
      // Only the values that signed events are compared with are still needed.
      sealed: json({ destinationId: sealed.destinationId, authenticationTags: sealed.authenticationTags }),
      leaseOwner: null,
      leaseUntil: null,
    })
    .where('processId', '=', submission.processId)
    .execute();
  await trx
    .deleteFrom('file')
    .where('processId', '=', process.id)
    .where('kind', 'in', ['sealed', 'unfinished', 'quarantined'])
    .execute();
  // Uploads that were removed from the form are not part of the application.
  const named = formOfProcess(context, process).fileIds(process.data);
  await trx
    .deleteFrom('file')
    .where('processId', '=', process.id)
    .where('kind', '=', 'upload')
    .where((eb) => (named.length > 0 ? eb('id', 'not in', named) : eb.lit(true)))
    .execute();
  await move({ type: 'submission.completed' }, { availableUntil: until });
  await queueMail(context, trx, process, {
    kind: 'confirmation',
    recipient: process.mailTo,
    facts: {
      ...(await toldByMail(trx, process, submission)),
      submittedAt: delivered.finishedAt.toISOString(),
    },
  });
  await enqueue(context, 'delivery-status', { processId: process.id }, { trx });
}
