import { sql } from 'kysely';
import { DAY_MS } from '#domain/days.ts';
import type { StayReason } from '#domain/staying.ts';
import { advance } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import { factsOf, machineRow, type ProcessRow } from '#server/processes/row.ts';
import type { Database } from '#server/storage/database.ts';

/**
 * Days for which a sent application stays with its person after its money was noted to be returned. The note itself
 * stays ten years for the operators, too long to keep the application from its person's wish.
 */
export const REFUNDING_DAYS = 30;

/** Facts beside the row of an application that decide whether it may go. */
type Beside = { delivered: boolean; handInWaits: boolean; isAsked: boolean; isRefunded: boolean };
export type Standing = Pick<ProcessRow, 'id' | 'status' | 'context'> & Beside;

const besides = (now: Date) => {
  const refundedSince = new Date(now.getTime() - REFUNDING_DAYS * DAY_MS);
  return [
    sql<boolean>`exists (select from submission_step where process_id = process.id
      and step = 'SUBMIT_DATA_TO_AUTHORITY')`.as('delivered'),
    sql<boolean>`exists (select from hand_in where process_id = process.id and state = 'waiting')`.as(
      'handInWaits',
    ),
    sql<boolean>`exists (select from payment where process_id = process.id
      and state in ('created', 'pending') and asked_until > ${now})`.as('isAsked'),
    sql<boolean>`exists (select from refund where process_id = process.id
      and noted_at > ${refundedSince})`.as('isRefunded'),
  ] as const;
};

/** Returns everything that decides whether an application may go; undefined when there is none. */
export const standingOf = (db: Database, processId: string, now: Date): Promise<Standing | undefined> =>
  db
    .selectFrom('process')
    .select(['id', 'status', 'context'])
    .select(besides(now))
    .where('id', '=', processId)
    .executeTakeFirst();

/** An application of a person with everything that decides whether it may go, and nothing of what was entered. */
export type OwnedStanding = Standing &
  Pick<ProcessRow, 'metadataId' | 'areaKey' | 'madeAtLevel'> & { ticketNumber: string | null };

/** Returns all applications of a person, those with money on record first. */
export const standingsOf = (db: Database, userId: string, now: Date): Promise<OwnedStanding[]> =>
  db
    .selectFrom('process')
    .leftJoin('submission', 'submission.processId', 'process.id')
    .select(['process.id', 'process.status', 'process.context', 'metadataId', 'areaKey', 'madeAtLevel'])
    .select('submission.ticketNumber')
    .select(besides(now))
    .where('process.userId', '=', userId)
    .orderBy(sql`coalesce((process.context ->> 'paidCents')::int, 0)`, 'desc')
    .orderBy('process.id')
    .execute();

/** Returns the reason why a sent application stays for now; null when it may be removed. */
export function whySentStays({ handInWaits, isAsked, isRefunded }: Standing): StayReason | null {
  if (handInWaits) return 'handIn';
  if (isAsked) return 'paying';
  return isRefunded ? 'refunding' : null;
}

/**
 * Returns the reason why an application stays for now, by the rules of its workflow; null when it may go.
 * @param paidConsent whether its person gives it up together with the money on record
 */
export function whyStays(standing: Standing, paidConsent: boolean): StayReason | null {
  const { status, delivered } = standing;
  if (factsOf(standing).running) return 'sending';
  if (status === 'SUBMITTED') return whySentStays(standing);
  if (delivered) return 'unfinished';
  const goes = (consent: boolean) =>
    advance(processMachine, machineRow(standing), { type: 'draft.deleted', paidConsent: consent }).accepted;
  if (goes(paidConsent)) return null;
  return goes(true) ? 'paid' : 'paying';
}
