import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import { openOrTell } from '#server/sealing/open-or-tell.ts';
import type { Place } from '#server/sealing/seal.ts';
import { openJson, openText } from '#server/sealing/sealed-columns.ts';
import { keyOf, type WithKey } from '#server/sealing/sealed-table.ts';
import type { Database } from '#server/storage/database.ts';
import type { HandedData, HandoverTable } from '#server/storage/tables.ts';

type Row = Selectable<HandoverTable>;
/** Part of a hand-over that is not sealed. */
export type HandoverFacts = Omit<Row, 'data' | 'forward' | 'returnUrl'>;
/** A hand-over as it is stored, with its wrapped key. */
export type StoredHandover = Row & WithKey;
/** A hand-over, opened. */
export type HandoverRow = HandoverFacts & {
  data: HandedData | null;
  forward: string | null;
  returnUrl: string | null;
};

export const placeOf = (column: 'data' | 'forward' | 'return_url', id: string): Place => ({
  table: 'handover',
  column,
  id,
});

/** Selects hand-overs with their keys, in one statement. */
export const selectHandover = (db: Database) =>
  db.selectFrom('handover').selectAll('handover').select(keyOf('handover.id').as('dataKey'));

/**
 * Opens a hand-over. Data that does not open cannot be used, and an address that does not open leads nowhere.
 * @throws PartnerUnavailable when the key service is away
 */
export async function openHandover(
  context: Pick<ServerContext, 'dataKeys' | 'log'>,
  { dataKey, ...row }: StoredHandover,
): Promise<HandoverRow> {
  const { id } = row;
  const open = async <T>(place: Place, work: (key: Uint8Array | null, place: Place) => T) =>
    openOrTell(context, place, async () =>
      work(dataKey && (await context.dataKeys.joined(id, dataKey)), place),
    );
  const { data: sealed, forward, returnUrl } = row;
  const data = sealed && (await open(placeOf('data', id), (key, place) => openJson(key, place, sealed)));
  return {
    ...row,
    data,
    dataState: sealed !== null && data === null ? 'unfit' : row.dataState,
    forward: forward && (await open(placeOf('forward', id), (key, place) => openText(key, place, forward))),
    returnUrl:
      returnUrl && (await open(placeOf('return_url', id), (key, place) => openText(key, place, returnUrl))),
  };
}

/** Returns a code or secret that nobody can guess: 32 random bytes. */
export const freshSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the stored form of a code or secret, which a reader of the database cannot use. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
