import type { Erasure } from '#contract/person.ts';
import type { Locale } from '#domain/locale.ts';
import type { ServerContext } from '#server/context.ts';
import { eraseSent } from '#server/handovers/outgoing.ts';
import { recorded } from '#server/journal/journal.ts';
import { eraseNotes } from '#server/processes/expired-drafts.ts';
import { factsOf, lockProcess } from '#server/processes/row.ts';
import { openWhatOpens } from '#server/processes/sealed-row.ts';
import { type Actor, bySession } from '#server/security/events.ts';
import { assertRecent } from '#server/sessions/recent-login.ts';
import { allSessionsOf, isSamePerson, type Session } from '#server/sessions/session.ts';
import { countClosed, judgeAll, type PersonalSession, told } from '#server/views/staying.ts';
import { eraseProcess } from '#server/workflow/erase.ts';
import { moveProcess } from '#server/workflow/move.ts';
import { type OwnedStanding, standingOf, whyStays } from '#server/workflow/staying.ts';
import { endWithOthers } from './end-session.ts';
import { forgetWithoutAnything } from './expire-people.ts';

/** Applications that one call erases, so that it ends soon; a business account may have thousands. */
const MOST_AT_ONCE = 200;

type Counts = Erasure['gone'];
const nothing: Counts = { drafts: 0, sent: 0, handovers: 0, notes: 0, logins: 0, refundCents: 0 };

/**
 * Deletes everything that is kept of a person and their login may delete: applications each in a transaction of its
 * own, by the rules of its workflow, then hand-overs, notes, sessions and the account here in one. What stays for now
 * is told, and nobody else gets it: it ends by the same rules as anybody's. The session ends with the last part.
 * @param agreedCents money that the person gives up with their paid drafts; paid drafts stay unless it is their sum
 * @throws ProblemError login-required, login-not-recent; nothing is deleted then
 */
export async function erasePerson(
  context: ServerContext,
  session: Session,
  { locale, agreedCents, actor }: { locale: Locale; agreedCents: number | null; actor: Actor },
): Promise<Erasure> {
  assertRecent(context, session);
  const judged = await judgeAll(context, session, agreedCents);
  const part = judged.goes.slice(0, MOST_AT_ONCE);
  const gone = { ...nothing };
  for (const standing of part) await eraseOne(context, session, standing, gone);
  if (judged.goes.length > part.length) {
    return {
      more: true,
      gone,
      stays: [],
      closed: countClosed(context, []),
      accountGone: false,
      account: null,
    };
  }
  const { providerId } = session.identity;
  const { accountGone, ended, ...rest } = await eraseRest(context, session);
  for (const one of ended) {
    const end = { event: 'session-end', outcome: 'succeeded', reason: 'erased' } as const;
    context.security.record(end, bySession(one));
  }
  // Somebody may have begun, paid or sent something since.
  const left = await judgeAll(context, session, null);
  context.security.record(
    { event: 'deletion', outcome: 'succeeded', what: 'account', reason: 'asked-for', whole: accountGone },
    actor,
  );
  return {
    more: false,
    gone: { ...gone, ...rest, logins: ended.length },
    stays: told(context, left.stays, locale),
    closed: countClosed(context, left.closed),
    accountGone,
    account: providerId === 'anon' ? null : providerId,
  };
}

/** Erases one application as it is now: it may have been paid, sent or removed since it was judged. */
async function eraseOne(
  context: ServerContext,
  session: PersonalSession,
  { id, context: facts }: OwnedStanding,
  gone: Counts,
): Promise<void> {
  const agreed = facts.paidCents;
  const erased = await recorded(context, async (trx) => {
    const row = await lockProcess(context, trx, id, openWhatOpens);
    if (!row || row.userId !== session.userId) return null;
    const paidCents = factsOf(row).paidCents;
    const paidConsent = paidCents > 0 && paidCents === agreed;
    if (whyStays((await standingOf(trx, id, context.now()))!, paidConsent) !== null) return null;
    if (row.status === 'SUBMITTED') {
      await eraseProcess(context, trx, row);
      return { what: 'sent', refundCents: 0 } as const;
    }
    const by = { by: 'person', isNews: true } as const;
    await eraseProcess(
      context,
      trx,
      await moveProcess(context, trx, row, { type: 'draft.deleted', paidConsent }, {}, by),
    );
    return { what: 'draft', refundCents: paidCents + factsOf(row).refundDueCents } as const;
  });
  if (erased === null) return;
  const { what, refundCents } = erased;
  gone[what === 'sent' ? 'sent' : 'drafts'] += 1;
  gone.refundCents += refundCents;
  context.security.record(
    { event: 'deletion', outcome: 'succeeded', what, reason: 'asked-for', process: id },
    bySession(session),
  );
}

/**
 * Erases what is left of a person beside their applications, and ends their sessions. A company's account stays as long
 * as colleagues are logged in.
 */
function eraseRest(
  context: ServerContext,
  session: PersonalSession,
): Promise<Pick<Counts, 'handovers' | 'notes'> & { accountGone: boolean; ended: Session[] }> {
  const { userId, identity } = session;
  return recorded(context, async (trx) => {
    // Another window of theirs may have done the same.
    const isHere = await trx
      .selectFrom('appUser')
      .select('id')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    const handovers = await eraseSent(trx, userId, identity.trustLevel);
    const notes = await eraseNotes(trx, userId);
    const own = (await allSessionsOf(context, trx, userId)).filter((one) =>
      isSamePerson(identity, one.identity),
    );
    for (const one of own) {
      await endWithOthers(context, trx, one, one.id === session.id ? 'here' : 'elsewhere');
    }
    const forgotten = await forgetWithoutAnything(trx, [userId]);
    return {
      handovers,
      notes,
      ended: own,
      accountGone: forgotten > 0 || !isHere,
    };
  });
}
