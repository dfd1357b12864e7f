import type { ServerContext } from '#server/context.ts';
import type { Announcement, KeptAnnouncement } from '#server/ports/delivery.ts';
import { json } from '#server/storage/json.ts';
import type { SubmissionRow } from '#server/submission/row.ts';
import { loadApplication } from './application.ts';
import { keep } from './keep.ts';
import { ownSchemaOf, publicServiceOf } from './package.ts';
import type { Step } from './step.ts';

/**
 * CREATE_MESSAGE_ID: the delivery service assigns the ids of the submission and the case. A server killed before the
 * checkpoint leaves an announcement without content, which expires there after a day.
 */
export const createMessageId: Step = async (context, submission) => {
  await announce(context, submission);
  return 'done';
};

/** Announces the submission and stores the ids; also when an earlier announcement has expired unsent. */
export async function announce(context: ServerContext, submission: SubmissionRow): Promise<Announcement> {
  const { processId, messageId } = submission;
  const { metadata, process, files } = await loadApplication(context, processId);
  const announcement = await context.delivery.announce({
    destinationId: metadata.authority.destinationId,
    publicService: publicServiceOf(metadata, process.locale),
    area: process.areaKey,
    schemas: [ownSchemaOf(metadata)],
    // The application PDF has the message's id; each upload its own.
    attachmentIds: [messageId, ...files.map(({ id }) => id)],
  });
  const kept: KeptAnnouncement = { ...announcement, kind: context.delivery.kind };
  await keep(context, submission, { announcement: json(kept) });
  return announcement;
}
