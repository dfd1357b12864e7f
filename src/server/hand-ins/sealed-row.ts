import type { Selectable } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import { keyOf, type OpenedRow, sealedTable, type WithKey } from '#server/sealing/sealed-table.ts';
import { thoseThatOpen } from '#server/sealing/those-that-open.ts';
import type { Database } from '#server/storage/database.ts';
import type { SealedJson } from '#server/storage/sealed.ts';
import type { HandedInDocument, HandInTable } from '#server/storage/tables.ts';

type Stored = Selectable<HandInTable>;
/** A hand-in with its sealed columns opened. */
export type HandInRow = OpenedRow<Stored>;
/** Parts of the server that rows of hand-ins need. */
export type Sealing = Pick<ServerContext, 'dataKeys' | 'log'>;

const columns = sealedTable<Stored>('hand_in', { documents: ['documents', 'json'] });

/** The wrapped key of its application, beside a hand-in. */
export const handInKey = keyOf('handIn.processId').as('dataKey');

/** Selects hand-ins with the keys of their applications, to be opened by openHandIn. */
export const selectHandIn = (db: Database) => db.selectFrom('handIn').selectAll('handIn').select(handInKey);

/** Opens a hand-in. @throws SealBroken, and as KeyService.unwrap */
export async function openHandIn(
  { dataKeys }: Sealing,
  db: Database,
  { dataKey, ...row }: Stored & WithKey,
): Promise<HandInRow> {
  if (!columns.hasSealed(row)) return columns.open(null, row.id, row);
  // A statement that has waited for the lock of the row may have read the key before it was made.
  const key = dataKey
    ? await dataKeys.joined(row.processId, dataKey)
    : await dataKeys.find(db, row.processId);
  return columns.open(key, row.id, row);
}

/** Opens those hand-ins that open (thoseThatOpen). */
export const openHandIns = (
  context: Sealing,
  db: Database,
  rows: readonly (Stored & WithKey)[],
): Promise<HandInRow[]> => thoseThatOpen(context.log, rows, (row) => openHandIn(context, db, row));

/** Seals the documents of a hand-in. @throws as KeyService */
export async function sealDocuments(
  { dataKeys }: Pick<ServerContext, 'dataKeys'>,
  db: Database,
  { id, processId, dataKey }: Pick<HandInRow, 'id' | 'processId'> & WithKey,
  documents: HandedInDocument[],
): Promise<SealedJson> {
  const key = dataKey && (await dataKeys.joined(processId, dataKey));
  return columns.seal(key ?? (await dataKeys.of(db, 'application', processId)), id, { documents }).documents;
}

/** Returns documents without anything that the person has entered or sent, which needs no key. */
export const withoutNames = (documents: readonly HandedInDocument[]): SealedJson =>
  JSON.stringify(documents.map((one) => ({ ...one, row: '', files: [] }))) as SealedJson;
