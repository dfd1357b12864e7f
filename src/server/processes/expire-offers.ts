import { sql } from 'kysely';
import { DAY_MS } from '#domain/days.ts';
import type { ServerContext } from '#server/context.ts';
import { inBatches } from '#server/storage/in-batches.ts';

/**
 * Time after which a stored offer is looked at. Longer than a server believes that it has stored one (keepOffer), so
 * that none goes while an application is made with it.
 */
const LOOKED_AT_AFTER_MS = 2 * DAY_MS;

type Found = { id: string; at: string };

/** Removes offers that no application was made with; the others are looked at again two days later. */
export const expireOffers = (
  context: ServerContext,
  part: string,
  now: Date,
  timeIsOver: () => boolean,
): Promise<void> => {
  const { storage } = context;
  const due = new Date(now.getTime() - LOOKED_AT_AFTER_MS);
  return inBatches<Found>(
    context,
    {
      part,
      next: async (after, limit) => {
        const behind = after === null ? sql`` : sql`and (used_at, id) > (${after.at}, ${after.id})`;
        const { rows } = await sql<Found>`select id, used_at::text as at from kept_offer
          where used_at <= ${due} ${behind} order by used_at, id limit ${limit}`.execute(storage.db);
        return rows;
      },
      work: async (rows) => {
        const ids = rows.map(({ id }) => id);
        await storage.db
          .deleteFrom('keptOffer')
          .where('id', 'in', ids)
          .where('usedAt', '<=', due)
          .where(sql<boolean>`not exists (select from process where offer_id = kept_offer.id)`)
          .execute();
        await storage.db
          .updateTable('keptOffer')
          .set({ usedAt: now })
          .where('id', 'in', ids)
          .where('usedAt', '<=', due)
          .execute();
      },
      about: ({ id }) => ({ id }),
    },
    timeIsOver,
  );
};
