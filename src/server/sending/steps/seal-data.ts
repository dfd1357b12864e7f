import type { ServerContext } from '#server/context.ts';
import { checkEarlierFiles } from '#server/files/check.ts';
import { filesOf, readWhole, type StoredFile, writeFile } from '#server/files/store.ts';
import { paidAttemptOf } from '#server/payment/attempt.ts';
import type { DeliveryPackage, PackageAttachment } from '#server/ports/delivery.ts';
import { whoConfirmed } from '#server/processes/confirming-login.ts';
import { factsOf, type ProcessRow } from '#server/processes/row.ts';
import { json } from '#server/storage/json.ts';
import type { Applicant } from '#server/storage/tables.ts';
import { nameOfOwed } from '#server/submission/owed.ts';
import type { SubmissionRow } from '#server/submission/row.ts';
import { owedBy } from '../owed.ts';
import { type Application, loadApplication } from './application.ts';
import { documentData } from './document-data.ts';
import { keep, stillHeld } from './keep.ts';
import { ownSchemaOf, publicServiceOf } from './package.ts';
import type { Step } from './step.ts';

/**
 * SEAL_DATA: the package, encrypted for the authority's key. It is stored until it has arrived, so that a repeated
 * delivery sends equal bytes, whose authentication tags the authority's events must repeat. No file is sealed before
 * the scanner has found it clean.
 */
export const sealData: Step = async (context, submission) => {
  await checkEarlierFiles(context, submission.processId);
  const application = await loadApplication(context, submission.processId);
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
  const { process, metadata, form, files } = application;
  const facts = await documentData(context, submission, application);
  const paid = await paidAttemptOf(context.storage.db, process.id);
  const [pdf] = await filesOf(context, process.id, 'form');
  if (!pdf) throw new Error('The application PDF is missing');
  return {
    destinationId: metadata.authority.destinationId,
    publicService: publicServiceOf(metadata, process.locale),
    area: process.areaKey,
    data: [
      {
        schema: ownSchemaOf(metadata),
        text: json({
          form: metadata.fmsFormId,
          leiKaId: metadata.leiKaId,
          regionalKey: process.areaKey,
          responsibleDataProcessingUnitId: process.responsibleDataProcessingUnitId,
          ticketNumber: submission.ticketNumber,
          confirmedAt: facts.confirmedAt,
          confirmedHash: facts.confirmedHash,
          statements: process.statements,
          applicant: applicantOf(process.applicant),
          data: form.values(process.data),
          owed: owedBy(context, application, null).documents.map((one) => ({
            path: one.path,
            label: nameOfOwed(one, 'de'),
          })),
          account: accountInPackage(process),
          confirmedBy: confirmationInPackage(process),
        }),
      },
    ],
    attachments: [
      await attachmentOf(context, { ...pdf, id: submission.messageId }, pdf.id, 'form'),
      ...(await Promise.all(files.map((file) => attachmentOf(context, file, file.id, 'attachment')))),
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
    replyPostbox: process.applicant?.postboxHandle ?? null,
  };
}

/** Returns the applicant for the authority; the postbox is in the metadata. Null for an application without a login. */
function applicantOf(applicant: Applicant | null) {
  if (!applicant) return null;
  const { name, company = null, providerId = null } = applicant;
  return { name, company, providerId };
}

/** Returns the login that has confirmed the application, apart from the login that vouches for values. */
function confirmationInPackage(process: ProcessRow) {
  const login = whoConfirmed(process);
  if (login === null) return null;
  const { providerId, trustLevel, at, name, company = null } = login;
  return { providerId, trustLevel, authenticatedAt: at, name, company };
}

/**
 * Returns the values that are the account's, and the login that vouches for them: the authority need not check these
 * again. `notAsked` are values that the account was not asked about.
 */
function accountInPackage({ proven }: ProcessRow) {
  if (proven === null) return null;
  const { providerId, trustLevel, at, fields, notAsked = [] } = proven;
  return { providerId, trustLevel, authenticatedAt: at, fields, notAsked };
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
