import { sql } from 'kysely';
import type { KeptOfPerson } from '#contract/person.ts';
import type { Locale } from '#domain/locale.ts';
import { reachesLevel } from '#domain/trust-level.ts';
import type { ServerContext } from '#server/context.ts';
import { handoversOf } from '#server/handovers/outgoing.ts';
import { ProblemError } from '#server/problem-error.ts';
import { notesOf } from '#server/processes/expired-drafts.ts';
import { recentUntil } from '#server/sessions/recent-login.ts';
import { allSessionsOf, isSamePerson, type Session } from '#server/sessions/session.ts';
import { knownKinds } from '#server/storage/file-kinds.ts';
import { countClosed, type Judged, judgeAll, nameOf, type PersonalSession, told } from './staying.ts';

/**
 * Returns what is kept of a person, in numbers: of applications what this login opens, of logins their own.
 * @throws ProblemError login-required without an account
 */
export async function keptOf(
  context: ServerContext,
  session: Session,
  { locale, application }: { locale: Locale; application: string | undefined },
): Promise<KeptOfPerson> {
  assertPersonal(session);
  const { userId, identity } = session;
  const { db } = context.storage;
  const judged = await judgeAll(context, session, null);
  const open = [...judged.goes, ...judged.stays.map(({ standing }) => standing)];
  const sent = open.filter(({ status }) => status === 'SUBMITTED').length;
  const sessions = await allSessionsOf(context, db, userId);
  const counts = await countBeside(
    context,
    open.map(({ id }) => id),
  );
  const handovers = await handoversOf(context, db, userId);
  const notes = await notesOf(db, userId);
  const until = recentUntil(context, session);
  return {
    counts: {
      drafts: open.length - sent,
      sent,
      ...counts,
      handovers: handovers.filter(
        ({ madeAtLevel }) => madeAtLevel === null || reachesLevel(identity.trustLevel, madeAtLevel),
      ).length,
      notes: notes.length,
      logins: sessions.filter((one) => isSamePerson(identity, one.identity)).length,
    },
    closed: countClosed(context, judged.closed),
    paidCents: judged.paidCents,
    stays: told(
      context,
      judged.stays.filter(({ why }) => why !== 'paid'),
      locale,
    ),
    chosen: chosenOf(context, judged, { locale, application }),
    isCompany: identity.company !== undefined,
    recentForMs: until === null ? null : until.getTime() - context.now().getTime(),
  };
}

/** Returns the sent application that is asked about, as far as this login opens it. */
function chosenOf(
  context: ServerContext,
  { goes, stays }: Judged,
  { locale, application }: { locale: Locale; application: string | undefined },
): KeptOfPerson['chosen'] {
  const all = [...goes.map((standing) => ({ standing, why: null })), ...stays];
  const found = all.find(({ standing }) => standing.id === application && standing.ticketNumber !== null);
  return found ? { ...nameOf(context, found.standing, locale), why: found.why } : null;
}

function assertPersonal(session: Session): asserts session is PersonalSession {
  if (session.userId === null) throw new ProblemError('login-required');
}

/** Counts what belongs to these applications: files that their person knows, payments, e-mails, hand-ins. */
async function countBeside({ storage }: ServerContext, ids: readonly string[]) {
  const of = sql`process_id = any(${ids}::uuid[])`;
  const { rows } = await sql<Record<'files' | 'payments' | 'mails' | 'handIns', number>>`select
    (select count(*)::int from file where ${of} and kind = any(${[...knownKinds]})) as files,
    (select count(*)::int from payment where ${of}) as payments,
    (select count(*)::int from mail where ${of}) as mails,
    (select count(*)::int from hand_in where ${of}) as "handIns"`.execute(storage.db);
  return rows[0]!;
}
