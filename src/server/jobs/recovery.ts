import { sql } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import { forgottenHandIns } from '#server/hand-ins/row.ts';
import { nextTry } from '#server/mails/retry.ts';
import { forgottenMails, overdueMails, settleMail } from '#server/mails/row.ts';
import { isRunning } from '#server/processes/row.ts';
import { enqueue } from '#server/queues/queues.ts';
import { attempt } from '#server/storage/attempt.ts';
import { quarantinedKinds } from '#server/storage/file-kinds.ts';
import { isFree } from '#server/submission/lease.ts';
import { isDue } from '#server/submission/row.ts';
import { completeDelivered } from '#server/use-cases/complete-delivered.ts';
import { submitPaid } from '#server/use-cases/submit-paid.ts';

/** Frees every lease; only where no other server can hold one. */
export async function releaseLeases({ storage }: ServerContext): Promise<void> {
  await storage.db.updateTable('submission').set({ leaseOwner: null, leaseUntil: null }).execute();
  await storage.db.updateTable('handIn').set({ leaseOwner: null, leaseUntil: null }).execute();
  await storage.db.updateTable('mail').set({ leaseUntil: null }).execute();
}

/** Gives a new job to submissions with work to do that no living worker holds and no job takes soon. */
export async function recoverSubmissions(context: ServerContext): Promise<void> {
  const { db } = context.storage;
  const abandoned = await db
    .selectFrom('submission')
    .select('processId')
    .where(isDue(context.now()))
    .where(isFree)
    .where(
      sql<boolean>`not exists (
        select from jobs.job
        where job.name = 'submission' and job.state < 'completed'
          and job.start_after <= now() + interval '20 seconds'
          and job.data ->> 'processId' = submission.process_id::text
      )`,
    )
    .execute();
  for (const { processId } of abandoned) await enqueue(context, 'submission', { processId });
}

/** Time after the last given-up try until a missing receipt is tried again. */
const UNTIL_ANOTHER_TRY_MS = 3_600_000;

/** Completes applications that the authority has, but whose message to the postbox or receipt is missing. */
export async function completeAllDelivered(context: ServerContext): Promise<void> {
  const { db } = context.storage;
  const left = await db
    .selectFrom('process')
    .innerJoin('submissionStep', 'submissionStep.processId', 'process.id')
    .select('process.id')
    .where('process.status', '=', 'SUBMIT_FAILURE')
    .where('submissionStep.step', '=', 'SUBMIT_DATA_TO_AUTHORITY')
    .where('process.statusChanged', '<=', new Date(context.now().getTime() - UNTIL_ANOTHER_TRY_MS))
    .where((eb) => eb.not(isRunning))
    .execute();
  for (const { id } of left) {
    await attempt(context, { processId: id }, () => completeDelivered(context, id));
  }
}

/**
 * Opens the submission of applications that are paid and lack nothing else, but are not being sent: stored by an
 * earlier version of the server, or settled while content had lost their form.
 */
export async function submitAllPaid(context: ServerContext): Promise<void> {
  const { db } = context.storage;
  const left = await db
    .selectFrom('process')
    .select('id')
    .where('status', 'in', ['COMPLETED', 'ELECTRONIC_NOTICE_SELECTED', 'PAID'])
    .where(sql<string>`context ->> 'paidCents'`, '!=', '0')
    .where((eb) => eb.not(isRunning))
    .execute();
  for (const { id } of left) {
    await attempt(context, { processId: id }, () => submitPaid(context, id));
  }
}

/**
 * Gives a new job to open payments that no job will check any more: theirs has failed too often, or was lost with a
 * transaction whose outcome is unknown.
 */
export async function recoverPaymentChecks(context: ServerContext): Promise<void> {
  const forgotten = await context.storage.db
    .selectFrom('payment')
    .select('id')
    .where('state', '!=', 'paid')
    .where('transactionId', 'is not', null)
    .where('askedUntil', '>', context.now())
    .where(
      sql<boolean>`not exists (
        select from jobs.job
        where job.name = 'payment-check' and job.state < 'completed'
          and job.data ->> 'paymentId' = payment.id::text
      )`,
    )
    .execute();
  for (const { id } of forgotten) await enqueue(context, 'payment-check', { paymentId: id });
}

/** Time for which the request that received a file takes care of its check. */
const CHECKED_AT_ONCE_MS = 60_000;

/** Gives a new job to files in quarantine that nothing checks any more: their server died, or their job was lost. */
export async function recoverFileChecks(context: ServerContext): Promise<void> {
  const forgotten = await context.storage.db
    .selectFrom('file')
    .select('id')
    .where('kind', 'in', quarantinedKinds)
    .where('createdAt', '<=', new Date(context.now().getTime() - CHECKED_AT_ONCE_MS))
    .where(
      sql<boolean>`not exists (
        select from jobs.job
        where job.name = 'file-check' and job.state < 'completed' and job.data ->> 'fileId' = file.id::text
      )`,
    )
    .execute();
  for (const { id } of forgotten) await enqueue(context, 'file-check', { fileId: id });
}

/** Gives a new job to hand-ins with work to do that nothing takes up any more. */
export async function recoverHandIns(context: ServerContext): Promise<void> {
  for (const handInId of await forgottenHandIns(context)) await enqueue(context, 'hand-in', { handInId });
}

/** Gives a new job to due e-mails that nothing tries any more, and ends those whose time is over. */
export async function recoverMails(context: ServerContext): Promise<void> {
  if (context.mailer) {
    for (const mailId of await forgottenMails(context)) await enqueue(context, 'mail', { mailId });
  }
  for (const mailId of await overdueMails(context)) {
    const nextTryAt = nextTry(context, 0);
    await attempt(context, { mailId }, () =>
      settleMail(context, mailId, { type: 'mail.deferred', problem: 'out of time', nextTryAt }),
    );
  }
}
