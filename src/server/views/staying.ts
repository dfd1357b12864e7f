import type { Staying } from '#contract/person.ts';
import type { Locale } from '#domain/locale.ts';
import { type RaisedLevel, reachesLevel } from '#domain/trust-level.ts';
import { areaName } from '#server/content/places/places.ts';
import type { ServerContext } from '#server/context.ts';
import { levelToOpen } from '#server/processes/admission.ts';
import { factsOf } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import type { SessionIdentity } from '#server/storage/tables.ts';
import { type OwnedStanding, standingsOf, whyStays } from '#server/workflow/staying.ts';

/** The session of a person with an account. */
export type PersonalSession = Session & { userId: string };

/** The person whose applications are judged, and the login that opens them; of a company that of one person. */
export type Owner = { userId: string; identity: Pick<SessionIdentity, 'trustLevel' | 'company' | 'name'> };

/** A person for operators, who are asked about everything of them: whatever their logins, of a company those of all. */
export const wholePerson = (userId: string): Owner => ({
  userId,
  identity: { trustLevel: 'high', name: '' },
});

/** The applications of a person, by what a deletion does with them. */
export type Judged = {
  /** Those that this login does not open. */
  closed: OwnedStanding[];
  goes: OwnedStanding[];
  stays: { standing: OwnedStanding; why: Staying['why'] }[];
  /** Money on record for drafts that go only with consent. */
  paidCents: number;
};

/** Judges the applications of a person as they are now. @param agreedCents sum that the person gives up; null for none */
export async function judgeAll(
  context: ServerContext,
  owner: Owner,
  agreedCents: number | null,
): Promise<Judged> {
  const { db } = context.storage;
  const all = await standingsOf(db, owner.userId, context.now());
  const isClosed = (standing: OwnedStanding) =>
    !reachesLevel(owner.identity.trustLevel, levelOf(context, standing));
  const open = all.filter((standing) => !isClosed(standing));
  const paid = open.filter((standing) => whyStays(standing, false) === 'paid');
  const paidCents = paid.reduce((sum, standing) => sum + factsOf(standing).paidCents, 0);
  const judged = open.map((standing) => ({ standing, why: whyStays(standing, agreedCents === paidCents) }));
  return {
    closed: all.filter(isClosed),
    goes: judged.filter(({ why }) => why === null).map(({ standing }) => standing),
    stays: judged.flatMap(({ standing, why }) => (why === null ? [] : [{ standing, why }])),
    paidCents,
  };
}

type Levelled = Pick<OwnedStanding, 'status' | 'context' | 'metadataId' | 'madeAtLevel'>;

/** The level that a login needs to open an application. */
export const levelOf = (context: ServerContext, standing: Levelled) =>
  levelToOpen(standing, context.content().metadata.get(standing.metadataId));

/** Counts applications that need a higher level, by that level; nothing else is revealed about them. */
export function countClosed(context: ServerContext, closed: readonly Levelled[]) {
  const byLevel = (some: readonly Levelled[]) => {
    const at = (level: RaisedLevel) => some.filter((one) => levelOf(context, one) === level).length;
    return { substantial: at('substantial'), high: at('high') };
  };
  return {
    drafts: byLevel(closed.filter(({ status }) => status !== 'SUBMITTED')),
    sent: byLevel(closed.filter(({ status }) => status === 'SUBMITTED')),
  };
}

/** Names an application in one language. */
export const nameOf = (context: ServerContext, standing: OwnedStanding, locale: Locale) => ({
  id: standing.id,
  service: context.content().metadata.get(standing.metadataId)?.title[locale] ?? '',
  area: areaName(context.content(), standing.areaKey),
  ticketNumber: standing.ticketNumber,
});

/** Tells which applications stay, in one language. */
export const told = (context: ServerContext, stays: Judged['stays'], locale: Locale): Staying[] =>
  stays.map(({ standing, why }) => ({ ...nameOf(context, standing, locale), why }));
