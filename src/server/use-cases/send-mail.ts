import type { MailEvent } from '#machines/mail/mail.types.ts';
import type { ServerContext } from '#server/context.ts';
import { contactOf } from '#server/mails/letters/contact.ts';
import { htmlText } from '#server/mails/letters/html-text.ts';
import { plainText } from '#server/mails/letters/plain-text.ts';
import { type LetterFacts, wordsOf } from '#server/mails/letters/words.ts';
import { nextTry } from '#server/mails/retry.ts';
import { claimMail, type MailRow, settleMail } from '#server/mails/row.ts';
import { type Letter, type Mailer, MailRefused } from '#server/ports/mailer.ts';
import { knownMetadata } from '#server/processes/kept-offer.ts';
import { factsOf, findProcess, type ProcessRow } from '#server/processes/row.ts';
import { toldByMail } from '#server/sending/told-by-mail.ts';
import { DatabaseUnavailable } from '#server/storage/database-unavailable.ts';
import type { MailFacts } from '#server/storage/tables.ts';
import { isDelivered, submissionOf } from '#server/submission/row.ts';

/**
 * Tries to send an e-mail (as a job), if it is due and what it says is still true. A server that dies between the
 * sending and the storing of it sends it again, under the same Message-ID.
 */
export async function sendMail(context: ServerContext, mailId: string): Promise<void> {
  const { mailer } = context;
  if (mailer === null) return;
  const row = await claimMail(context, mailId);
  if (row === null) return;
  const event = await tried(context, mailer, row);
  const { processId: process, occasion } = row;
  if (event.type === 'mail.accepted')
    context.trail.note({ event: 'mail', process, mail: mailId, kind: row.kind, occasion });
  const state = await settleMail(context, mailId, event);
  const about = { mailId, kind: row.kind, processId: row.processId };
  if (state === 'sent') context.log.info(about, 'mail sent');
  else if (event.type === 'mail.outdated') context.log.info(about, 'mail dropped');
  else if ('problem' in event) {
    const tries = row.context.tries + 1;
    context.log.warn({ ...about, state, tries, problem: event.problem }, 'mail not sent');
  }
}

async function tried(context: ServerContext, mailer: Mailer, row: MailRow): Promise<MailEvent> {
  const { facts } = row;
  if (facts === null) return givenUp(row, 'it does not open');
  try {
    const letter = await letterOf(context, { ...row, facts });
    if (letter === null) return { type: 'mail.outdated' };
    await mailer.send(letter);
    return { type: 'mail.accepted' };
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    if (error instanceof MailRefused) return { type: 'mail.refused', problem: error.message };
    // Also content that has lost the form: another process, or the next content, may have it.
    const problem = error instanceof Error ? error.message : 'Error';
    return { type: 'mail.deferred', problem, nextTryAt: nextTry(context, row.context.tries) };
  }
}

/** Returns the event after which an e-mail is not tried again: what does not open now never will. */
const givenUp = ({ context: { tryUntil } }: MailRow, problem: string): MailEvent => ({
  type: 'mail.deferred',
  problem,
  nextTryAt: new Date(Date.parse(tryUntil) + 1).toISOString(),
});

type Opened = MailRow & { facts: MailFacts };

/** Returns the e-mail as it is to be sent now; null when it says nothing true any more, or has no address. */
async function letterOf(context: ServerContext, row: Opened): Promise<Letter | null> {
  const { id, recipient: to, locale, metadataId, kind } = row;
  if (to === null) return null;
  const present = await presentFacts(context, row);
  if (present === null) return null;
  const { title, authority, afterwards } = await knownMetadata(context, metadataId);
  const { portalName, customerService } = context.content().theme.portal;
  const words = wordsOf(
    {
      kind,
      locale,
      serviceName: title[locale],
      authorityName: authority.name[locale],
      afterwards: afterwards[locale],
      contact: contactOf(authority, locale),
      ...present,
    },
    { portalName: portalName[locale], customerService, address: context.config.PUBLIC_URL },
  );
  return {
    id,
    to,
    replyTo: customerService.email,
    fromName: words.portalName,
    locale,
    subject: words.subject,
    text: plainText(words),
    html: htmlText(words, locale),
  };
}

type Present = Pick<
  LetterFacts,
  'hasUser' | 'paid' | 'fee' | 'owed' | 'givenUp' | 'ticketNumber' | 'submittedAt' | 'until'
>;

/** Returns the facts now, or null when the e-mail is not true; an e-mail that has outlived its application is. */
async function presentFacts(
  context: ServerContext,
  { processId, kind, facts, occasion }: Opened,
): Promise<Present | null> {
  const { db } = context.storage;
  const row = await findProcess(context, db, processId);
  if (!row) return { fee: null, owed: null, givenUp: null, ...facts, hasUser: false, until: null };
  const submission = await submissionOf(context, db, processId);
  const isTrue: Record<MailRow['kind'], () => boolean | Promise<boolean>> = {
    confirmation: () => row.status === 'SUBMITTED',
    notSent: async () => isLeft(row) && !(await isDelivered(db, processId)),
    notDelivered: () => submission?.sentState === 'processingError',
    draftEnds: () => isEnding(context, row) && row.availableUntil.toISOString() === occasion,
  };
  if (!row.wantsMails || !(await isTrue[kind]())) return null;
  return {
    hasUser: row.userId !== null,
    paid: factsOf(row).paidCents > 0,
    givenUp: submission?.context.givenUp ?? null,
    ...(submission === undefined
      ? { ticketNumber: null, fee: null, owed: null }
      : await toldByMail(db, row, submission)),
    submittedAt: submission?.submittedAt?.toISOString() ?? null,
    until: row.userId === null ? null : row.availableUntil.toISOString(),
  };
}

/** Sending has failed, or nothing is sent although the fee is paid. */
const isLeft = (row: ProcessRow): boolean =>
  row.status !== 'SUBMITTED' &&
  !factsOf(row).running &&
  (row.status === 'SUBMIT_FAILURE' || factsOf(row).paidCents > 0);

/** A draft of an account that is deleted later, unless somebody goes on with it. */
const isEnding = ({ now }: ServerContext, row: ProcessRow): boolean =>
  row.status !== 'SUBMITTED' && !factsOf(row).running && row.userId !== null && row.availableUntil > now();
