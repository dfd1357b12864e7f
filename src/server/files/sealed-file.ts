import type { Selectable } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import type { DataKey, JoinedKey } from '#server/sealing/data-keys.ts';
import { type Place, seal, unseal } from '#server/sealing/seal.ts';
import { keyOf, type OpenedRow, sealedTable, type WithKey } from '#server/sealing/sealed-table.ts';
import type { Database } from '#server/storage/database.ts';
import type { SealedText, Stored } from '#server/storage/sealed.ts';
import type { FileTable } from '#server/storage/tables.ts';

type Row = Selectable<FileTable>;
/** A file with its name opened. */
export type StoredFile = OpenedRow<Row>;
type Sealing = Pick<ServerContext, 'dataKeys'>;

const columns = sealedTable<Row>('file', { name: ['name', 'text'] });

/** Name of a file that has none, which needs no key. */
export const NO_NAME = '' as SealedText;

/** Selects files with the keys of their applications, to be opened by openFile. */
export const selectFile = (db: Database) =>
  db.selectFrom('file').selectAll('file').select(keyOf('file.processId').as('dataKey'));

/** @throws SealBroken, and as KeyService.unwrap */
export async function openFile(sealing: Sealing, { dataKey, ...row }: Row & WithKey): Promise<StoredFile> {
  const key = columns.hasSealed(row) ? await openKey(sealing, row.processId, dataKey) : null;
  return columns.open(key, row.id, row);
}

/** @throws as openFile */
export const openFiles = (sealing: Sealing, rows: readonly (Row & WithKey)[]): Promise<StoredFile[]> =>
  Promise.all(rows.map((row) => openFile(sealing, row)));

/** Seals the name of a file. */
export const sealName = (key: DataKey, id: string, name: string): SealedText =>
  columns.seal(key, id, { name }).name;

const openKey = ({ dataKeys }: Sealing, processId: string, key: JoinedKey | null): Promise<DataKey | null> =>
  key ? dataKeys.joined(processId, key) : Promise.resolve(null);

/** The place of a piece of a file: it opens in no other one. */
export const pieceOf = (fileId: string, position: number): Place => ({
  table: 'file_chunk',
  column: 'bytes',
  id: `${fileId}:${position}`,
});

/** The place of a picture in small. */
export const previewOf = (fileId: string): Place => ({ table: 'preview', column: 'jpeg', id: fileId });

/** Seals bytes for their row. */
export const sealBytes = (key: DataKey, place: Place, bytes: Uint8Array) =>
  ({ bytes: seal(key, place, bytes), sealed: true }) as const;

/**
 * Opens bytes; those of an earlier version are open.
 * @throws SealBroken, and as KeyService.unwrap
 */
export async function openBytes(
  sealing: Sealing,
  place: Place,
  row: { bytes: Stored<Uint8Array>; sealed: boolean; processId: string; dataKey: JoinedKey | null },
): Promise<Uint8Array> {
  const bytes = row.bytes as unknown as Uint8Array;
  if (!row.sealed) return bytes;
  const key = await openKey(sealing, row.processId, row.dataKey);
  return unseal(key ?? NO_KEY, place, bytes);
}

/** A key that opens nothing. */
const NO_KEY = new Uint8Array();
