import { filesOf, readWhole } from '#server/files/store.ts';
import type { Announcement, SealedPackage } from '../types.ts';
import type { Step } from './steps.ts';

/** SUBMIT_DATA_TO_AUTHORITY: safe to repeat, what has arrived is not sent twice (DeliveryService.deliver). */
export const submitToAuthority: Step = async (context, { processId, announcement, sealed }) => {
  const files = await filesOf(context, processId, 'sealed');
  const attachments = [];
  for (const file of files) {
    const encrypted = Buffer.from(await readWhole(context, file.id)).toString('ascii');
    attachments.push({ attachmentId: file.name, encrypted });
  }
  await context.delivery.deliver(announcement as Announcement, {
    ...(sealed as Omit<SealedPackage, 'attachments'>),
    attachments,
  });
};
