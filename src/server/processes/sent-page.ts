import { sql } from 'kysely';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { Database } from '#server/storage/database.ts';

/** A sent application by its place in the list: the moment it was sent, and its id. */
export type SentPlace = { at: Date; id: string };

/** The part of a person's sent applications that is listed, newest first. */
export type SentQuery = {
  userId: string;
  /** The levels of applications that the login may see. */
  levels: readonly TrustLevel[];
  /** The offers (ids) that they were made with; null for every offer. */
  offers: readonly string[] | null;
  /** Those behind a place in the list, or before it; from the first one without it. */
  from: { side: 'after' | 'before'; place: SentPlace } | null;
  /** Most entries. */
  limit: number;
};

/** The level of an application whose earlier version of the portal did not store it. */
const NO_LEVEL = '';

const level = sql`coalesce(made_at_level, '')`;
const sentBy = (userId: string) => sql`user_id = ${userId} and status = 'SUBMITTED'`;

/**
 * Returns one page of a person's sent applications, always newest first. Its cost follows from the page, and from the
 * number of offers and levels, not from the number of applications: each pair has its own range in an index. Those of
 * an earlier version without a level are among them: the caller asks their form.
 */
export async function sentPage(
  db: Database,
  { userId, levels, offers, from, limit }: SentQuery,
): Promise<SentPlace[]> {
  const all = [...levels, NO_LEVEL];
  const ranges =
    offers === null
      ? sql`unnest(${all}::text[]) as range (level)`
      : sql`(select offer, level from unnest(${offers}::text[]) as offer, unnest(${all}::text[]) as level) as range`;
  const ofOffer = offers === null ? sql`` : sql`and offer_id = range.offer`;
  const isBack = from?.side === 'before';
  const edge =
    from && sql`and (status_changed, id) ${isBack ? sql`>` : sql`<`} (${from.place.at}, ${from.place.id})`;
  const order = isBack ? sql`status_changed, id` : sql`status_changed desc, id desc`;
  const { rows } = await sql<{ id: string; statusChanged: Date }>`
    select page.id, page.status_changed from ${ranges},
      lateral (select id, status_changed from process
        where ${sentBy(userId)} and ${level} = range.level ${ofOffer} ${edge ?? sql``}
        order by ${order} limit ${limit}) as page
    order by ${order} limit ${limit}`.execute(db);
  const places = rows.map(({ id, statusChanged }) => ({ id, at: new Date(statusChanged) }));
  return isBack ? places.reverse() : places;
}

/** Returns the offers (ids) that a person's sent applications were made with: one step in an index for each. */
export async function offersSentWith(db: Database, userId: string): Promise<string[]> {
  const { rows } = await sql<{ offerId: string }>`
    with recursive offer as (
      (select offer_id from process where ${sentBy(userId)} and offer_id is not null order by offer_id limit 1)
      union all
      select next.offer_id from offer,
        lateral (select offer_id from process where ${sentBy(userId)} and offer_id > offer.offer_id
          order by offer_id limit 1) as next
    )
    select offer_id from offer`.execute(db);
  return rows.map(({ offerId }) => offerId);
}

/** Most applications of one level that are counted: people need to know that there are many, not how many. */
export const MOST_COUNTED = 1000;

/** Counts a person's sent applications at each of these levels, up to MOST_COUNTED. */
export async function countSentAt(
  db: Database,
  userId: string,
  levels: readonly TrustLevel[],
): Promise<ReadonlyMap<TrustLevel, number>> {
  const { rows } = await sql<{ level: TrustLevel; count: number }>`
    select range.level, counted.count from unnest(${levels}::text[]) as range (level),
      lateral (select count(*)::int as count from (
        select from process where ${sentBy(userId)} and ${level} = range.level limit ${MOST_COUNTED}
      ) as listed) as counted`.execute(db);
  return new Map(rows.map((row) => [row.level, row.count]));
}
