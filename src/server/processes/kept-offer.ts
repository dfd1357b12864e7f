import { createHash } from 'node:crypto';
import { DAY_MS } from '#domain/days.ts';
import { processingTimeAt } from '#server/content/local-texts.ts';
import { lostMetadata } from '#server/content/lost-metadata.ts';
import { feeFiguresAt } from '#server/content/metadata-view.ts';
import { areaName } from '#server/content/places/places.ts';
import type { Content, KeptOffer, Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Database } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import type { ProcessRow } from './row.ts';

/** The part of an application that its offer is found by. */
export type OfferOf = Pick<ProcessRow, 'metadataId' | 'areaKey' | 'offerId'>;

type Here = Pick<ServerContext, 'content' | 'storage' | 'now'>;
type Known = Pick<ServerContext, 'content' | 'storage'>;

/** Returns the offer as it is to be stored; null when the content does not have its form. */
function offerNow(content: Content, { metadataId, areaKey }: Omit<OfferOf, 'offerId'>): KeptOffer | null {
  const metadata = content.metadata.get(metadataId);
  if (!metadata) return null;
  const {
    areas: _a,
    feeRule: _r,
    feeField: _f,
    dataSchemas: _d,
    handInDays: _h,
    other: _o,
    ...rest
  } = metadata;
  return {
    metadata: { ...rest, areas: [areaKey], ...feeFiguresAt(metadata, areaKey) },
    areaName: areaName(content, areaKey),
    processingTime: processingTimeAt(content, metadata.leiKaId, areaKey),
  };
}

/** Offers that this server has stored lately, by database: a day, so half of the time that an unused one stays. */
const lately = new WeakMap<ServerContext['storage'], Map<string, number>>();

/**
 * Stores what is offered now, if that is not stored yet, and returns its id (hex SHA-256); null when the content does not
 * have the form. An offer that nothing refers to is removed later.
 * @param db the transaction that it is a part of; without one, the database
 */
export async function keepOffer(
  { content, storage, now }: Here,
  db: Database,
  about: Omit<OfferOf, 'offerId'>,
): Promise<string | null> {
  const offer = offerNow(content(), about);
  if (offer === null) return null;
  const text = json(offer);
  const id = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const known = lately.get(storage) ?? new Map<string, number>();
  lately.set(storage, known);
  const at = now();
  if (Math.abs(at.getTime() - (known.get(id) ?? 0)) < DAY_MS) return id;
  await db
    .insertInto('keptOffer')
    .values({ id, metadataId: about.metadataId, offer: text, usedAt: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ usedAt: at }))
    .execute();
  // What a transaction has stored may be undone.
  if (db === storage.db) known.set(id, at.getTime());
  return id;
}

/** Returns the function that names the offer of each of these applications, with one statement at most. */
export async function offersOf(
  { content, storage: { db } }: Known,
  rows: readonly OfferOf[],
): Promise<(row: OfferOf) => KeptOffer> {
  const all = content();
  const ids = rows.flatMap((row) => (row.offerId !== null && !isWhole(all, row) ? [row.offerId] : []));
  const kept = await keptOffers(db, [...new Set(ids)]);
  return (row) => named(all, row, (row.offerId !== null && kept.get(row.offerId)) || null);
}

/** Returns the offer of one application. */
export const offerOf = async (context: Known, row: OfferOf): Promise<KeptOffer> =>
  (await offersOf(context, [row]))(row);

/** Returns the form of an application, as the content has it or as it was; undefined when nobody has kept it. */
export async function metadataFor(
  content: Content,
  db: Database,
  { metadataId, offerId }: Pick<OfferOf, 'metadataId' | 'offerId'>,
): Promise<Metadata | undefined> {
  const present = content.metadata.get(metadataId);
  if (present || offerId === null) return present;
  return (await keptOffers(db, [offerId])).get(offerId)?.metadata;
}

/** Whether the content has everything that an offer names. */
function isWhole(content: Content, { metadataId, areaKey }: OfferOf): boolean {
  const metadata = content.metadata.get(metadataId);
  return metadata !== undefined && content.areas.has(areaKey) && content.services.has(metadata.leiKaId);
}

/** Names what the content has as it is today, and the rest as it was. */
function named(content: Content, row: OfferOf, kept: KeptOffer | null): KeptOffer {
  const metadata =
    content.metadata.get(row.metadataId) ?? kept?.metadata ?? lostMetadata(content, row.metadataId);
  const isThere = content.services.has(metadata.leiKaId);
  return {
    metadata,
    areaName: content.areas.has(row.areaKey)
      ? areaName(content, row.areaKey)
      : (kept?.areaName ?? areaName(content, row.areaKey)),
    processingTime: isThere
      ? processingTimeAt(content, metadata.leiKaId, row.areaKey)
      : (kept?.processingTime ?? null),
  };
}

/**
 * Returns a form for somebody who knows nothing of an application but that, such as an e-mail that has outlived it.
 * @throws ProblemError form-not-found
 */
export async function knownMetadata({ content, storage }: Known, metadataId: string): Promise<Metadata> {
  const present = content().metadata.get(metadataId);
  if (present) return present;
  const kept = await storage.db
    .selectFrom('keptOffer')
    .select('offer')
    .where('metadataId', '=', metadataId)
    .orderBy('usedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!kept) throw new ProblemError('form-not-found');
  return (kept.offer as KeptOffer).metadata;
}

/** Returns stored offers by their ids. */
async function keptOffers(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, KeptOffer>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('keptOffer').select(['id', 'offer']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, offer }) => [id, offer as KeptOffer]));
}
