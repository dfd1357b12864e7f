import { filesOf, readWhole } from '#server/files/store.ts';
import { AnnouncementExpired } from '../fit-connect-errors.ts';
import type { Announcement, SealedPackage } from '../types.ts';
import { announce } from './create-message-id.ts';
import type { Step } from './steps.ts';

/**
 * SUBMIT_DATA_TO_AUTHORITY: safe to repeat, what has arrived is not sent twice (DeliveryService.deliver). A
 * submission that is repeated after days finds its announcement gone: nothing was sent, so it is announced anew.
 */
export const submitToAuthority: Step = async (context, submission) => {
  const attachments = [];
  for (const file of await filesOf(context, submission.processId, 'sealed')) {
    const encrypted = Buffer.from(await readWhole(context, file.id)).toString('ascii');
    attachments.push({ attachmentId: file.name, encrypted });
  }
  const sealed = { ...(submission.sealed as Omit<SealedPackage, 'attachments'>), attachments };
  try {
    await context.delivery.deliver(submission.announcement as Announcement, sealed);
  } catch (error) {
    if (!(error instanceof AnnouncementExpired)) throw error;
    await context.delivery.deliver(await announce(context, submission), sealed);
  }
  return 'done';
};
