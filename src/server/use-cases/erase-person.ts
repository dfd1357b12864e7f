import type { Erasure } from '#contract/person.ts';
import type { Locale } from '#domain/locale.ts';
import { levelsUpTo } from '#domain/trust-level.ts';
import type { ServerContext } from '#server/context.ts';
import { eraseSent } from '#server/handovers/outgoing.ts';
import { recorded } from '#server/journal/journal.ts';
import { eraseNotes } from '#server/processes/expired-drafts.ts';
import { factsOf, lockProcess } from '#server/processes/row.ts';
import { openWhatOpens } from '#server/processes/sealed-row.ts';
import { type Actor, bySession } from '#server/security/events.ts';
import { assertRecent } from '#server/sessions/recent-login.ts';
import { allSessionsOf, isSamePerson, type Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import { countClosed, type Judged, judgeAll, type Owner, told } from '#server/views/staying.ts';
import { eraseProcess } from '#server/workflow/erase.ts';
import { moveProcess } from '#server/workflow/move.ts';
import { type OwnedStanding, standingOf, whyStays } from '#server/workflow/staying.ts';
import { endWithOthers } from './end-session.ts';
import { forgetWithoutAnything } from './expire-people.ts';
import { type AssertAsked, onceAsked } from './note-arrival.ts';

/** Applications that one call erases, so that it ends soon; a business account may have thousands. */
const MOST_AT_ONCE = 200;

type Counts = Erasure['gone'];
const nothing: Counts = { drafts: 0, sent: 0, handovers: 0, notes: 0, logins: 0, refundCents: 0 };

/** Everything of a person that one call has erased, and what has stayed. */
export type ErasedPart = Pick<Erasure, 'more' | 'gone' | 'accountGone'> & Pick<Judged, 'stays' | 'closed'>;

/** The origin of a deletion, for the security log, and the session that asks for it, if one does. */
type Asked = { actor: Actor; reason: 'asked-for' | 'operator'; session: Session | null };

/**
 * Deletes everything that is kept of a person and their login may delete: applications each in a transaction of its
 * own, by the rules of its workflow, then hand-overs, notes, sessions and the account here in one. What stays for now
 * is told, and nobody else gets it: it ends by the same rules as anybody's. The session ends with the last part.
 * @param agreedCents money that the person gives up with their paid drafts; paid drafts stay unless it is their sum
 * @throws ProblemError login-required, login-not-recent; nothing is deleted then
 * @throws PartnerUnavailable when one that has failed may have arrived, and the delivery service cannot tell: it stays,
 * with everything that comes after it
 */
export async function erasePerson(
  context: ServerContext,
  session: Session,
  { locale, agreedCents, actor }: { locale: Locale; agreedCents: number | null; actor: Actor },
): Promise<Erasure> {
  assertRecent(context, session);
  const { providerId } = session.identity;
  const by: Asked = { actor, reason: 'asked-for', session };
  const { stays, closed, ...erased } = await eraseEverything(context, session, agreedCents, by);
  return {
    ...erased,
    stays: told(context, stays, locale),
    closed: countClosed(context, closed),
    account: erased.more || providerId === 'anon' ? null : providerId,
  };
}

/** Erases what goes of a person, the next part of it. Call it again while there is more. */
export async function eraseEverything(
  context: ServerContext,
  owner: Owner,
  agreedCents: number | null,
  asked: Asked,
): Promise<ErasedPart> {
  const judged = await judgeAll(context, owner, agreedCents);
  const part = judged.goes.slice(0, MOST_AT_ONCE);
  const gone = { ...nothing };
  for (const standing of part) await eraseOne(context, owner, standing, { asked, gone });
  if (judged.goes.length > part.length) {
    return { more: true, gone, stays: [], closed: [], accountGone: false };
  }
  const { accountGone, ended, ...rest } = await eraseRest(context, owner, asked.session);
  const levels = [...levelsUpTo(owner.identity.trustLevel)];
  context.trail.note({ event: 'person', user: owner.userId, levels });
  for (const one of ended) {
    const end = { event: 'session-end', outcome: 'succeeded', reason: 'erased' } as const;
    context.security.record(end, bySession(one));
  }
  // Somebody may have begun, paid or sent something since.
  const { stays, closed } = await judgeAll(context, owner, null);
  const { reason, actor } = asked;
  context.security.record(
    { event: 'deletion', outcome: 'succeeded', what: 'account', reason, whole: accountGone },
    actor,
  );
  return { more: false, gone: { ...gone, ...rest, logins: ended.length }, stays, closed, accountGone };
}

/** Erases one application as it is now: it may have been paid, sent or removed since it was judged. */
async function eraseOne(
  context: ServerContext,
  { userId }: Owner,
  { id, context: facts }: OwnedStanding,
  { asked, gone }: { asked: Asked; gone: Counts },
): Promise<void> {
  const agreed = facts.paidCents;
  const erase = async (trx: Trx, assertAsked: AssertAsked) => {
    const row = await lockProcess(context, trx, id, openWhatOpens);
    if (!row || row.userId !== userId) return null;
    const paidCents = factsOf(row).paidCents;
    const paidConsent = paidCents > 0 && paidCents === agreed;
    if (whyStays((await standingOf(trx, id, context.now()))!, paidConsent) !== null) return null;
    assertAsked(row);
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
  };
  const erased = await onceAsked(context, id, (assertAsked) =>
    recorded(context, (trx) => erase(trx, assertAsked)),
  );
  if (erased === null) return;
  const { what, refundCents } = erased;
  gone[what === 'sent' ? 'sent' : 'drafts'] += 1;
  gone.refundCents += refundCents;
  context.security.record(
    { event: 'deletion', outcome: 'succeeded', what, reason: asked.reason, process: id },
    asked.session ? bySession(asked.session) : asked.actor,
  );
}

/**
 * Erases what is left of a person beside their applications, and ends their sessions. A company's account stays as long
 * as colleagues are logged in.
 * @param session that asks for it, and whose browser is told by the answer
 */
function eraseRest(
  context: ServerContext,
  { userId, identity }: Owner,
  session: Session | null,
): Promise<Pick<Counts, 'handovers' | 'notes'> & { accountGone: boolean; ended: Session[] }> {
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
      await endWithOthers(context, trx, one, one.id === session?.id ? 'here' : 'elsewhere');
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
