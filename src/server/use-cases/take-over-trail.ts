import type { ServerContext } from '#server/context.ts';
import { keepHandInAnnouncement } from '#server/hand-ins/row.ts';
import { recorded } from '#server/journal/journal.ts';
import { noteSentMail } from '#server/mails/row.ts';
import { adoptAttempt } from '#server/payment/attempt.ts';
import { lockProcess } from '#server/processes/row.ts';
import { markSentSince } from '#server/processes/sent-since.ts';
import { cleared, type Known, knownOf } from '#server/reconciliation/rows.ts';
import type { Trx } from '#server/storage/database.ts';
import { insertSent, keepAnnouncement, submissionOf } from '#server/submission/row.ts';

/**
 * Takes over what the trail knows and a restored database does not, before anything is begun: payments that were opened,
 * applications and documents that authorities have, e-mails that were sent. What is then to be asked stays for
 * `reconcile`.
 */
export async function takeOverTrail(context: ServerContext): Promise<void> {
  const { db } = context.storage;
  const payments = await knownOf(db, 'payment');
  // The oldest first, so the last one of an application stays.
  const fees = new Map(payments.map(({ process, amountCents }) => [process, amountCents]));
  for (const known of payments) await recorded(context, (trx) => takePayment(context, trx, known));
  for (const known of await knownOf(db, 'delivery')) {
    const fee = fees.get(known.process) ?? null;
    await recorded(context, (trx) => takeDelivery(context, trx, known, fee));
  }
  for (const known of await knownOf(db, 'announcement')) {
    await recorded(context, async (trx) => {
      const submission = await submissionOf(context, trx, known.process);
      // One that is there belongs to what is sealed.
      if (submission?.announcement === null) await keepAnnouncement(trx, known.process, known.announcement);
      await cleared(trx, 'announcement', known.process);
    });
  }
  for (const known of await knownOf(db, 'handIn')) {
    await recorded(context, async (trx) => {
      const isThere = await keepHandInAnnouncement(trx, known.handIn, known.announcement);
      if (!isThere && known.taken) tellForeign(context, known);
      await cleared(trx, 'handIn', known.handIn);
    });
  }
  for (const known of await knownOf(db, 'mail')) {
    await recorded(context, async (trx) => {
      const process = await lockProcess(context, trx, known.process);
      if (process) await noteSentMail(context, trx, process, { ...known, id: known.mail });
      await cleared(trx, 'mail', known.mail);
    });
  }
}

async function takePayment(context: ServerContext, trx: Trx, known: Known<'payment'>): Promise<void> {
  const { process, payment, at, event: _, ...rest } = known;
  const isThere = (await lockProcess(context, trx, process)) !== undefined;
  await adoptAttempt(
    context,
    trx,
    { ...rest, id: payment, processId: process, createdAt: new Date(at) },
    isThere,
  );
}

/**
 * Takes over that an application was delivered. One that was being sent goes on to its end, under the same numbers, and
 * sends nothing again. A draft is a sent application from now on.
 */
async function takeDelivery(
  context: ServerContext,
  trx: Trx,
  known: Known<'delivery'>,
  feeCents: number | null,
): Promise<void> {
  const { process: processId, announcement, at } = known;
  const row = await lockProcess(context, trx, processId);
  if (!row) {
    tellForeign(context, known);
    await cleared(trx, 'delivery', processId);
    return;
  }
  const submission = await submissionOf(context, trx, processId);
  if (submission) {
    if (submission.submittedAt === null) await keepAnnouncement(trx, processId, announcement);
    return;
  }
  const deliveredAt = new Date(at);
  await insertSent(context, trx, processId, { ...known, deliveredAt });
  await markSentSince(context, trx, row, feeCents);
  context.log.warn({ processId }, 'sent after the backup: its data and documents end now');
}

const tellForeign = ({ log }: ServerContext, { announcement }: Known<'delivery' | 'handIn'>): void =>
  log.error({ submissionId: announcement.submissionId }, 'an authority has what is not here');
