import type { Locale } from '#domain/locale.ts';
import type { ServerContext } from '#server/context.ts';
import { formatsOf } from '#server/documents/format.ts';
import { textsOf } from '#server/documents/texts.ts';
import { filesOf, readWhole } from '#server/files/store.ts';
import type { KeptPostboxAnnouncement, PostboxMessage } from '#server/ports/delivery.ts';
import { documentLocale } from '#server/processes/row.ts';
import { json } from '#server/storage/json.ts';
import type { KeptOwed } from '#server/storage/tables.ts';
import { AnnouncementExpired, DeliveryRefused } from '#server/submission/fit-connect/errors.ts';
import { nameOfOwed } from '#server/submission/owed.ts';
import type { SubmissionRow } from '#server/submission/row.ts';
import { keptOwed } from '../owed.ts';
import { type Application, loadApplication } from './application.ts';
import { keep } from './keep.ts';
import type { Step } from './step.ts';

/** SUBMIT_DATA_TO_POSTBOX: a message with the application PDF, where the person has a postbox. */
export const submitToPostbox: Step = async (context, submission) => {
  const application = await loadApplication(context, submission.processId);
  const mailboxUuid = application.process.applicant?.postboxHandle;
  if (!mailboxUuid) return 'nothingToDo';
  const message = await messageOf(context, submission, application, mailboxUuid);
  try {
    await sendOnce(context, submission, message);
  } catch (error) {
    if (!(error instanceof DeliveryRefused)) throw error;
    // The authority has the application, so a postbox that refuses for good must not make sending look failed.
    // A postbox that fails until the retries are over is refused as well: sending/send.ts.
    context.log.error({ processId: submission.processId, err: error }, 'postbox refused the message');
    return 'refused';
  }
  await keep(context, submission, { postboxSentAt: context.now() });
  return 'done';
};

async function sendOnce(
  context: ServerContext,
  submission: SubmissionRow,
  message: PostboxMessage,
): Promise<void> {
  // The announcement is made once and stored, so that a repeated step sends into one submission.
  const announcement = submission.postbox ?? (await announce(context, submission, message));
  try {
    await context.postbox.send(announcement, message);
  } catch (error) {
    if (!(error instanceof AnnouncementExpired)) throw error;
    await context.postbox.send(await announce(context, submission, message), message);
  }
}

async function announce(context: ServerContext, submission: SubmissionRow, message: PostboxMessage) {
  const announcement: KeptPostboxAnnouncement = {
    ...(await context.postbox.announce(message)),
    provider: context.postbox.provider,
  };
  await keep(context, submission, { postbox: json(announcement) });
  return announcement;
}

async function messageOf(
  context: ServerContext,
  submission: SubmissionRow,
  application: Application,
  mailboxUuid: string,
): Promise<PostboxMessage> {
  const { process, metadata } = application;
  const locale = documentLocale(process);
  const say = textsOf(locale);
  const title = metadata.title[locale];
  const authority = metadata.authority.name[locale];
  const [pdf] = await filesOf(context, process.id, 'form');
  if (!pdf) throw new Error('The application PDF is missing');
  const portal = context.content().theme.portal.portalName[locale];
  const owed = owedText(await keptOwed(context, submission, application), process.userId !== null, locale);
  const values = { service: title, authority, ticketNumber: submission.ticketNumber, portal, owed };
  return {
    mailboxUuid,
    messageId: submission.messageId,
    sender: context.config.POSTBOX_SENDER,
    title: say('postbox.title', values),
    content: say('postbox.content', values),
    service: title,
    senderUrl: context.config.PUBLIC_URL,
    attachments: [{ filename: pdf.name, mimeType: pdf.mimeType, content: await readWhole(context, pdf.id) }],
  };
}

/** Returns the paragraph about documents that were promised for later; '' without any. */
function owedText({ documents, until }: KeptOwed, online: boolean, locale: Locale): string {
  if (documents.length === 0) return '';
  const say = textsOf(locale);
  const list = documents.map((one) => `– ${nameOfOwed(one, locale)}`).join('\n');
  const date =
    until === null ? '' : `${say('postbox.owedUntil', { date: formatsOf(locale).weekday(until) })} `;
  return `${say('postbox.owed', { list })}\n${date}${say(online ? 'postbox.owedOnline' : 'postbox.owedHow')}\n\n`;
}
