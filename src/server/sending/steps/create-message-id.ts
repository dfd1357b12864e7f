import type { ServerContext } from '#server/context.ts';
import type { KeptAnnouncement } from '#server/ports/delivery.ts';
import { json } from '#server/storage/json.ts';
import type { SubmissionRow } from '#server/submission/row.ts';
import { type Application, loadApplication } from './application.ts';
import { envelopeIdOf } from './envelope.ts';
import { keep } from './keep.ts';
import { publicServiceOf, schemasOf } from './package.ts';
import type { Step } from './step.ts';

/**
 * CREATE_MESSAGE_ID: the delivery service assigns the ids of the submission and the case. A server killed before the
 * checkpoint leaves an announcement without content, which expires there after a day.
 */
export const createMessageId: Step = async (context, submission) => {
  // Announced already where a restore has brought back its beginning, and the trail the announcement.
  if (submission.announcement === null) await announce(context, submission);
  return 'done';
};

/** Announces the submission and stores the ids; also when an earlier announcement has expired unsent. */
export async function announce(context: ServerContext, submission: SubmissionRow): Promise<KeptAnnouncement> {
  const application = await loadApplication(context, submission.processId);
  const { metadata, process } = application;
  const attachmentIds = attachmentIdsOf(submission, application);
  const announcement = await context.delivery.announce({
    destinationId: metadata.authority.destinationId,
    publicService: publicServiceOf(metadata, process.locale),
    area: process.areaKey,
    schemas: schemasOf(metadata),
    attachmentIds,
  });
  const kept: KeptAnnouncement = { ...announcement, kind: context.delivery.kind, attachmentIds };
  context.trail.note({ event: 'announcement', process: process.id, announcement: kept });
  await keep(context, submission, { announcement: json(kept) });
  return kept;
}

/** Returns ids of the files: the application PDF has the message's id, each upload its own. */
export const attachmentIdsOf = (
  { messageId }: Pick<SubmissionRow, 'messageId'>,
  { metadata, files }: Pick<Application, 'metadata' | 'files'>,
): string[] => [
  messageId,
  ...files.map(({ id }) => id),
  ...(metadata.dataSchemas ? [envelopeIdOf(messageId)] : []),
];
