import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { readWhole } from '#server/files/store.ts';
import type { HandInRow } from '#server/hand-ins/row.ts';
import type { DeliveryPackage } from '#server/ports/delivery.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import { json } from '#server/storage/json.ts';
import { nameOfOwed } from '#server/submission/owed.ts';
import { announcementOf, type SubmissionRow } from '#server/submission/row.ts';
import { replyPostboxOf } from '../reply-postbox.ts';
import { handInSchema, publicServiceOf } from '../steps/package.ts';

/** A hand-in with the application that it follows. */
export type FollowUp = {
  handIn: HandInRow;
  process: ProcessRow;
  submission: SubmissionRow;
  metadata: Metadata;
};

/**
 * Returns the content of the second delivery: the files, and which document of which application each of them is.
 * @throws Error when a file is not stored any more
 */
export async function packageOf(
  context: ServerContext,
  { handIn, process, submission, metadata }: FollowUp,
): Promise<DeliveryPackage> {
  const first = announcementOf(submission);
  const attachments: DeliveryPackage['attachments'] = [];
  for (const { id, name, mimeType, sha512 } of handIn.documents.flatMap(({ files }) => files)) {
    attachments.push({
      attachmentId: id,
      purpose: 'attachment',
      filename: name,
      mimeType,
      content: await readWhole(context, id),
      sha512,
    });
  }
  return {
    destinationId: metadata.authority.destinationId,
    publicService: publicServiceOf(metadata, process.locale),
    area: process.areaKey,
    data: [
      {
        schema: handInSchema,
        text: json({
          leiKaId: metadata.leiKaId,
          regionalKey: process.areaKey,
          ticketNumber: submission.ticketNumber,
          application: {
            submissionId: first.submissionId,
            caseId: first.caseId,
            messageId: submission.messageId,
            submittedAt: submission.submittedAt?.toISOString() ?? null,
          },
          number: handIn.number,
          handedInAt: handIn.createdAt.toISOString(),
          documents: handIn.documents.map((one) => ({
            path: one.path,
            label: nameOfOwed(one, 'de'),
            attachments: one.files.map(({ id }) => id),
          })),
        }),
      },
    ],
    attachments,
    payment: null,
    reference: {
      senderReference: submission.ticketNumber,
      applicationDate: (process.confirmedAt ?? handIn.createdAt).toISOString(),
      electronicNotice: null,
    },
    replyPostbox: replyPostboxOf(process),
  };
}
