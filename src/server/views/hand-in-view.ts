import type { HandInPage, HandInView } from '#contract/hand-in.ts';
import { germanDay } from '#domain/german-time.ts';
import type { Locale } from '#domain/locale.ts';
import type { ServerContext } from '#server/context.ts';
import { openFile, selectFile } from '#server/files/sealed-file.ts';
import { takenOf } from '#server/files/taken.ts';
import { type HandInRow, handInsOf } from '#server/hand-ins/row.ts';
import { openOwed } from '#server/hand-ins/standing.ts';
import { ProblemError } from '#server/problem-error.ts';
import { handInField } from '#server/processes/hand-in-field.ts';
import { offerOf } from '#server/processes/kept-offer.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import { thoseThatOpen } from '#server/sealing/those-that-open.ts';
import { handInKinds } from '#server/storage/file-kinds.ts';
import { nameOfOwed } from '#server/submission/owed.ts';
import { findSubmission, type SubmissionRow } from '#server/submission/row.ts';

/** Returns a hand-in as its person sees it, labels in the requested language. */
export const handInView = (
  { now }: Pick<ServerContext, 'now'>,
  row: HandInRow,
  { downloadsUntil }: Pick<SubmissionRow, 'downloadsUntil'>,
  locale: Locale,
): HandInView => ({
  id: row.id,
  state: row.state,
  ...(row.context.givenUp && { givenUp: row.context.givenUp }),
  documents: row.documents.map((one) => ({
    path: one.path,
    label: nameOfOwed(one, locale),
    files: one.files.map(({ name }) => name),
  })),
  handedInAt: row.createdAt.toISOString(),
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
  hasReceipt: row.receiptId !== null && downloadsUntil !== null && downloadsUntil > now(),
});

/**
 * Returns the page on which a person hands in what is owed for their sent application.
 * @param row the application, which is known to be theirs
 * @throws ProblemError login-required, hand-in-closed
 */
export async function handInPageOf(
  context: ServerContext,
  row: ProcessRow,
  locale: Locale,
): Promise<HandInPage> {
  if (row.userId === null) throw new ProblemError('login-required');
  const submission = await findSubmission(context, row.id);
  const owed = submission ? openOwed(context, row, submission) : null;
  if (!submission || !owed) throw new ProblemError('hand-in-closed');
  const { metadata } = await offerOf(context, row);
  const { db } = context.storage;
  const handIns = (await handInsOf(context, db, [row.id])).get(row.id) ?? [];
  const stored = await selectFile(db)
    .where('processId', '=', row.id)
    .where('kind', 'in', handInKinds)
    .where('handInId', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const files = await thoseThatOpen(context.log, stored, (file) => openFile(context, file));
  return {
    ticketNumber: submission.ticketNumber,
    serviceName: metadata.title[locale],
    authorityName: metadata.authority.name[locale],
    until: owed.until,
    isPast: owed.until !== null && owed.until < germanDay(context.now()),
    documents: owed.documents.map((one) => {
      const { pattern, maxBytes } = handInField(context, row, one.path);
      return { path: one.path, label: nameOfOwed(one, locale), pattern, maxBytes };
    }),
    files: files.flatMap((file) => {
      const taken = takenOf(file);
      return taken ? [{ ...taken, path: file.fieldPath ?? '' }] : [];
    }),
    handIns: handIns.map((one) => handInView(context, one, submission, locale)),
  };
}
