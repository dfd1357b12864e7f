import type { ServerContext } from '#server/context.ts';
import { checkEarlierFiles } from '#server/files/check.ts';
import { filesOf, readWhole, type StoredFile, writeFile } from '#server/files/store.ts';
import { paidAttemptOf } from '#server/payment/attempt.ts';
import type { DeliveryPackage, PackageAttachment } from '#server/ports/delivery.ts';
import { factsOf } from '#server/processes/row.ts';
import { json } from '#server/storage/json.ts';
import type { SubmissionRow } from '#server/submission/row.ts';
import { inSchemas } from '../in-schemas.ts';
import { replyPostboxOf } from '../reply-postbox.ts';
import { type Application, loadApplication } from './application.ts';
import { announce, attachmentIdsOf } from './create-message-id.ts';
import { documentData } from './document-data.ts';
import { envelopeFile, envelopeOf } from './envelope.ts';
import { keep, stillHeld } from './keep.ts';
import { publicServiceOf, schemasOf } from './package.ts';
import type { Step } from './step.ts';

/**
 * SEAL_DATA: the package, encrypted for the authority's key. It is stored until it has arrived, so that a repeated
 * delivery sends equal bytes, whose authentication tags the authority's events must repeat. No file is sealed before
 * the scanner has found it clean.
 */
export const sealData: Step = async (context, submission) => {
  await checkEarlierFiles(context, submission.processId);
  const application = await loadApplication(context, submission.processId);
  await announceAnew(context, submission, application);
  await dropSealed(context, submission.processId);
  const { attachments, ...sealed } = await context.delivery.seal(
    await packageOf(context, submission, application),
  );
  await stillHeld(context, submission);
  for (const { attachmentId, encrypted } of attachments) {
    await writeFile(
      context,
      {
        processId: submission.processId,
        kind: 'sealed',
        fieldPath: null,
        name: attachmentId,
        mimeType: 'application/jose',
      },
      oneChunk(Buffer.from(encrypted, 'ascii')),
    );
  }
  await keep(context, submission, { sealed: json(sealed) });
  return 'done';
};

/** Announces the submission again when new content has changed which files it has: the delivery service takes these alone. */
async function announceAnew(
  context: ServerContext,
  submission: SubmissionRow,
  application: Application,
): Promise<void> {
  const announced = submission.announcement?.attachmentIds;
  const ids = attachmentIdsOf(submission, application);
  if (announced && announced.join() !== ids.join()) await announce(context, submission);
}

export const dropSealed = (context: ServerContext, processId: string) =>
  context.storage.db
    .deleteFrom('file')
    .where('processId', '=', processId)
    .where('kind', '=', 'sealed')
    .execute();

async function packageOf(
  context: ServerContext,
  submission: SubmissionRow,
  application: Application,
): Promise<DeliveryPackage> {
  const { process, metadata, files } = application;
  const facts = await documentData(context, submission, application);
  const envelope = envelopeOf(context, submission, application, facts);
  const paid = await paidAttemptOf(context.storage.db, process.id);
  const [pdf] = await filesOf(context, process.id, 'form');
  if (!pdf) throw new Error('The application PDF is missing');
  return {
    destinationId: metadata.authority.destinationId,
    publicService: publicServiceOf(metadata, process.locale),
    area: process.areaKey,
    data: dataOf(application, envelope),
    attachments: [
      await attachmentOf(context, { ...pdf, id: submission.messageId }, pdf.id, 'form'),
      ...(await Promise.all(files.map((file) => attachmentOf(context, file, file.id, 'attachment')))),
      ...(metadata.dataSchemas ? [envelopeFile(submission.messageId, envelope)] : []),
    ],
    payment: paid
      ? {
          transactionId: paid.transactionId ?? paid.id,
          reference: paid.reference || (paid.transactionId ?? paid.id),
          method: paid.method ?? 'OTHER',
          timestamp: paid.changedAt.toISOString(),
          grossAmountCents: paid.amountCents,
        }
      : null,
    reference: {
      senderReference: submission.ticketNumber,
      applicationDate: facts.confirmedAt,
      electronicNotice: factsOf(process).notice === null ? null : factsOf(process).notice === 'accepted',
    },
    replyPostbox: replyPostboxOf(process),
  };
}

/**
 * Returns the data in each format that we have. Only the portal's own has room for the envelope.
 * @throws DataUnfit when the data does not fit the authority's schema
 */
function dataOf(
  { process, metadata, form }: Application,
  envelope: ReturnType<typeof envelopeOf>,
): DeliveryPackage['data'] {
  const [own] = schemasOf(metadata);
  if (!metadata.dataSchemas) {
    return [{ schema: own!, text: json({ ...envelope, data: form.values(process.data) }) }];
  }
  return inSchemas(metadata.dataSchemas, form, process.data);
}

async function attachmentOf(
  context: ServerContext,
  file: StoredFile,
  storedAs: string,
  purpose: PackageAttachment['purpose'],
): Promise<PackageAttachment> {
  return {
    attachmentId: file.id,
    purpose,
    filename: file.name,
    mimeType: file.mimeType,
    content: await readWhole(context, storedAs),
    sha512: file.sha512,
  };
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
