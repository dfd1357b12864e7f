import type { ServerContext } from '#server/context.ts';
import { filesOf, readWhole } from '#server/files/store.ts';
import { assertConfirmed } from '#server/processes/form.ts';

import { AnnouncementExpired, SealOutdated } from '#server/submission/fit-connect/errors.ts';
import type { SubmissionRow } from '#server/submission/row.ts';
import { announcementOf, sealOf } from '#server/submission/row.ts';
import { loadApplication } from './application.ts';
import { announce } from './create-message-id.ts';
import { stillHeld } from './keep.ts';
import { sealData } from './seal-data.ts';
import type { Step } from './step.ts';

/** Most repairs: of an expired announcement and of an outdated seal, with one to spare. */
const MAX_REPAIRS = 3;

/**
 * SUBMIT_DATA_TO_AUTHORITY: a repetition is safe, because a package that has arrived is not sent twice
 * (DeliveryService.deliver). A submission that is repeated after days may find its announcement gone, or the key or
 * destination of its seal replaced. Then nothing was sent, so it is announced, and sealed, again.
 */
export const submitToAuthority: Step = async (context, held) => {
  for (let repairs = 0; ; repairs += 1) {
    const submission = await stillHeld(context, held);
    try {
      await deliver(context, submission);
      noteDelivery(context, submission);
      return 'done';
    } catch (error) {
      if (repairs === MAX_REPAIRS) throw error;
      if (error instanceof SealOutdated) await sealAnew(context, submission);
      else if (error instanceof AnnouncementExpired) await announce(context, submission);
      else throw error;
    }
  }
};

function noteDelivery({ trail }: ServerContext, submission: SubmissionRow): void {
  const { processId: process, messageId, ticketNumber } = submission;
  const { destinationId, authenticationTags } = sealOf(submission);
  const announcement = announcementOf(submission);
  const seal = { destinationId, authenticationTags };
  trail.note({ event: 'delivery', process, messageId, ticketNumber, announcement, seal });
}

async function deliver(context: ServerContext, submission: SubmissionRow): Promise<void> {
  const sealed = sealOf(submission);
  if (!('encryptedData' in sealed)) throw new Error('The sealed data has been removed');
  const { metadata } = await loadApplication(context, submission.processId);
  const attachments = [];
  for (const file of await filesOf(context, submission.processId, 'sealed')) {
    const encrypted = Buffer.from(await readWhole(context, file.id)).toString('ascii');
    attachments.push({ attachmentId: file.name, encrypted });
  }
  await context.delivery.deliver(
    announcementOf(submission),
    { ...sealed, attachments },
    metadata.authority.destinationId,
  );
}

/**
 * Seals the confirmed data anew, after a new announcement: uploads under the old seal stay with the old announcement,
 * which expires unsent.
 */
async function sealAnew(context: ServerContext, submission: SubmissionRow): Promise<void> {
  const { process } = await loadApplication(context, submission.processId);
  assertConfirmed(context, process);
  const announcement = await announce(context, submission);
  await sealData(context, { ...submission, announcement });
  context.log.info({ processId: process.id }, 'sealed anew: key or destination has changed');
}
