import type { CommandOutput } from '#server/commands/command-socket.ts';
import type { ServerContext } from '#server/context.ts';
import { handoversOf } from '#server/handovers/outgoing.ts';
import { notesOf } from '#server/processes/expired-drafts.ts';
import { factsOf } from '#server/processes/row.ts';
import { allSessionsOf } from '#server/sessions/session.ts';
import { type ErasedPart, eraseEverything } from '#server/use-cases/erase-person.ts';
import { type Judged, judgeAll, wholePerson } from '#server/views/staying.ts';
import type { PersonAsk } from './ask.ts';
import type { Audit } from './audit.ts';
import { euros, whyItStays } from './wording.ts';

type Given = Pick<CommandOutput, 'tell'> & { audit: Audit };

/** Deletes everything that goes of a person, whatever the levels of their logins. @returns whether nothing stays */
export async function erase(
  context: ServerContext,
  { paidCents }: PersonAsk,
  userId: string,
  { tell, audit }: Given,
): Promise<boolean> {
  const { actor } = audit;
  let part: ErasedPart;
  const gone: ErasedPart['gone'] = { drafts: 0, sent: 0, handovers: 0, notes: 0, logins: 0, refundCents: 0 };
  do {
    part = await eraseEverything(context, wholePerson(userId), paidCents, {
      ...{ actor, session: null, reason: 'operator' },
    });
    for (const kind of Object.keys(gone) as (keyof typeof gone)[]) gone[kind] += part.gone[kind];
    if (part.more) tell(`${gone.drafts + gone.sent} applications are deleted`);
  } while (part.more);
  tell(`Deleted: ${wordsOf(gone)}`);
  if (gone.refundCents > 0) tell(`${euros(gone.refundCents)} are noted to be returned`);
  tellStaying(part.stays, tell);
  tell(
    part.accountGone
      ? 'Nothing of the person is left here'
      : 'The account here stays as long as something of it is here: ask again later',
  );
  audit.note({ outcome: 'succeeded' });
  return part.accountGone && part.stays.length === 0;
}

/** Tells what a deletion would do now. @returns whether nothing would stay */
export async function previewErasure(
  context: ServerContext,
  { paidCents }: PersonAsk,
  userId: string,
  { tell, audit }: Given,
): Promise<boolean> {
  const { db } = context.storage;
  const { goes, stays, paidCents: onRecord } = await judgeAll(context, wholePerson(userId), paidCents);
  const sent = goes.filter(({ status }) => status === 'SUBMITTED').length;
  const counts = {
    drafts: goes.length - sent,
    sent,
    handovers: (await handoversOf(context, db, userId)).length,
    notes: (await notesOf(db, userId)).length,
    logins: (await allSessionsOf(context, db, userId)).length,
  };
  tell(`Would be deleted: ${wordsOf(counts)}`);
  const given = goes.reduce((sum, { status, context: facts }) => sum + paidOf(status, facts), 0);
  if (given > 0) tell(`${euros(given)} would be noted to be returned`);
  else if (onRecord > 0) tell(`Money on record for drafts: --paid-cents ${onRecord}`);
  tellStaying(stays, tell);
  audit.note({ outcome: 'succeeded' });
  return stays.length === 0;
}

const paidOf = (status: string, context: Judged['goes'][number]['context']) =>
  status === 'SUBMITTED' ? 0 : factsOf({ context }).paidCents;

const wordsOf = ({
  drafts,
  sent,
  handovers,
  notes,
  logins,
}: Omit<ErasedPart['gone'], 'refundCents'>): string =>
  `${drafts} drafts, ${sent} sent applications, ${handovers} hand-overs, ${notes} notes of expired drafts, ${logins} logins`;

function tellStaying(stays: Judged['stays'], tell: (line: string) => void): void {
  for (const { standing, why } of stays)
    tell(`${standing.ticketNumber ?? standing.id} stays: ${whyItStays[why]}`);
}
