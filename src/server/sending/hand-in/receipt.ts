import type { ServerContext } from '#server/context.ts';
import { textsOf } from '#server/documents/texts.ts';
import type { HandInData } from '#server/documents/types.ts';
import { dropFile, writeProduced } from '#server/files/store.ts';
import { type HandInRow, keepInHandIn } from '#server/hand-ins/row.ts';
import { offerOf } from '#server/processes/kept-offer.ts';
import { presentProcess } from '#server/processes/row.ts';
import { nameOfOwed } from '#server/submission/owed.ts';
import { submissionOf } from '#server/submission/row.ts';

/** Writes the receipt of a delivered hand-in, in the language in which it was handed in. */
export async function writeReceipt(context: ServerContext, handIn: HandInRow): Promise<void> {
  const { db } = context.storage;
  const { id: handInId, processId, number } = handIn;
  const present = await db
    .selectFrom('file')
    .select('id')
    .where('handInId', '=', handInId)
    .where('kind', '=', 'handInReceipt')
    .executeTakeFirst();
  const data = await dataOf(context, handIn);
  const { id: receiptId } =
    present ??
    (await writeProduced(
      context,
      {
        processId,
        handInId,
        kind: 'handInReceipt',
        fieldPath: null,
        name: `${textsOf(handIn.locale)('fileName.handInReceipt')}-${data.ticketNumber}-${number}.pdf`,
        mimeType: 'application/pdf',
      },
      (out) => context.documents.handInReceipt(data, out),
    ));
  const done = { receiptId, receiptDue: false, leaseOwner: null, leaseUntil: null };
  await keepInHandIn(context, handIn, done).catch(async (error) => {
    // Another worker has written it, or the data of the application was erased meanwhile.
    if (!present) await dropFile(context, receiptId);
    throw error;
  });
}

async function dataOf(context: ServerContext, handIn: HandInRow): Promise<HandInData> {
  const { db } = context.storage;
  const process = await presentProcess(context, handIn.processId);
  const submission = await submissionOf(context, db, handIn.processId);
  if (!submission || !handIn.announcement || !handIn.deliveredAt) throw new Error('it is not delivered');
  const { metadata } = await offerOf(context, process);
  const { locale } = handIn;
  return {
    locale,
    portalName: context.content().theme.portal.portalName[locale],
    serviceTitle: metadata.title[locale],
    leiKaId: metadata.leiKaId,
    authority: metadata.authority,
    ticketNumber: submission.ticketNumber,
    applicantName: process.applicant?.name ?? null,
    applicantCompany: process.applicant?.company ?? null,
    handedInAt: handIn.createdAt.toISOString(),
    deliveredAt: handIn.deliveredAt.toISOString(),
    delivery: { externalIdType: handIn.announcement.kind, externalId: handIn.announcement.submissionId },
    documents: handIn.documents.map((one) => ({ label: nameOfOwed(one, locale), files: one.files })),
  };
}
