import { sql } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import { keepOffer, type OfferOf } from '#server/processes/kept-offer.ts';
import { orphansOf } from '#server/processes/orphans.ts';
import { inBatches } from '#server/storage/in-batches.ts';

/** Time for one run; the rest is left to the next minute. */
const MOST_MS = 10_000;
/** Time after which it is looked again: a server of an earlier version may still begin applications. */
const AGAIN_MS = 6 * 3_600_000;

type Found = Omit<OfferOf, 'offerId'> & { id: string };

/** The content for which a database has been looked through to its end, and when. */
const done = new WeakMap<ServerContext['storage'], { version: string; at: number }>();

/**
 * Gives applications of earlier versions what they were made for, as long as the content still has it, and their unseen
 * news its person; tells which applications it leaves without their form. Once for each content, and every six hours.
 */
export async function keepOffers(context: ServerContext): Promise<void> {
  const { storage } = context;
  const { version } = context.content();
  const started = Date.now();
  const last = done.get(storage);
  if (last?.version === version && started - last.at < AGAIN_MS) return;
  let isCutShort = false;
  const timeIsOver = () => {
    isCutShort = Date.now() - started > MOST_MS;
    return isCutShort;
  };
  await sql`update submission set unseen_by = process.user_id from process
    where process.id = submission.process_id and unseen_since is not null and unseen_by is null
      and process.user_id is not null`.execute(storage.db);
  await inBatches<Found>(
    context,
    {
      part: 'keepOffers',
      next: (after, limit) =>
        storage.db
          .selectFrom('process')
          .select(['id', 'metadataId', 'areaKey'])
          .where('offerId', 'is', null)
          .$if(after !== null, (found) => found.where('id', '>', after!.id))
          .orderBy('id')
          .limit(limit)
          .execute(),
      work: (rows) => fillIn(context, rows),
      about: ({ id }) => ({ processId: id }),
    },
    timeIsOver,
  );
  if (isCutShort) return;
  done.set(storage, { version, at: started });
  if (last?.version !== version) await tellOrphans(context);
}

/** Tells in the log which applications the content leaves without their form. */
async function tellOrphans({ storage, content, log }: ServerContext): Promise<void> {
  for (const { metadataId, drafts, sent } of await orphansOf(storage.db, content()))
    log.warn({ metadataId, drafts, sent }, 'the content does not have the form of these applications');
}

async function fillIn(context: ServerContext, rows: readonly Found[]): Promise<void> {
  const { db } = context.storage;
  for (const alike of Map.groupBy(rows, ({ metadataId, areaKey }) => `${metadataId} ${areaKey}`).values()) {
    const { metadataId, areaKey } = alike[0]!;
    const offerId = await keepOffer(context, db, { metadataId, areaKey });
    if (offerId === null) continue;
    await db
      .updateTable('process')
      .set({ offerId })
      .where(
        'id',
        'in',
        alike.map(({ id }) => id),
      )
      // It may have been sent, or moved to another place, since it was found.
      .where('offerId', 'is', null)
      .where('areaKey', '=', areaKey)
      .where('metadataId', '=', metadataId)
      .execute();
  }
}
