import { sql } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import type { JoinedKey } from '#server/sealing/data-keys.ts';
import { keyOf } from '#server/sealing/sealed-table.ts';
import type { Trx } from '#server/storage/database.ts';
import { nextUnsealed, type SealedRows } from '#server/storage/seal-rows.ts';
import { unsealed } from '#server/storage/unsealed.ts';
import { openBytes, openFile, pieceOf, previewOf, sealBytes, sealName, selectFile } from './sealed-file.ts';

type Sealing = Pick<ServerContext, 'dataKeys' | 'storage'>;
type Keyed = { processId: string; dataKey: JoinedKey | null };

const keyFor = async ({ dataKeys }: Sealing, trx: Trx, { processId, dataKey }: Keyed) =>
  (dataKey && (await dataKeys.joined(processId, dataKey))) ??
  (await dataKeys.of(trx, 'application', processId));

const hasOpenName = sql.raw<boolean>(`(${unsealed.file})`);

/** Files whose names an earlier version has stored open. */
export const earlierNames = (context: Sealing): SealedRows<string> => ({
  part: 'file',
  next: nextUnsealed(context.storage.db, 'file', 'id', unsealed.file),
  seal: async (trx, ids) => {
    const rows = await selectFile(trx)
      .where('id', 'in', ids)
      .where(hasOpenName)
      .orderBy('processId')
      .forUpdate()
      .skipLocked()
      .execute();
    for (const stored of rows) {
      const { id, name } = await openFile(context, stored);
      const sealed = sealName(await keyFor(context, trx, stored), id, name);
      await trx.updateTable('file').set({ name: sealed }).where('id', '=', id).execute();
    }
    return rows.length;
  },
  about: (fileId) => ({ fileId }),
});

type Piece = { fileId: string; position: number };
/** Pieces of 256 KB. */
const PIECES_AT_ONCE = 8;

/** Pieces of files that an earlier version has stored open. */
export const earlierPieces = (context: Sealing): SealedRows<Piece> => ({
  part: 'file_chunk',
  atOnce: PIECES_AT_ONCE,
  next: (after, limit) =>
    context.storage.db
      .selectFrom('fileChunk')
      .select(['fileId', 'position'])
      .where(sql.raw<boolean>(unsealed.fileChunk))
      .$if(after !== null, (query) =>
        query.where(sql<boolean>`(file_id, position) > (${after!.fileId}, ${after!.position})`),
      )
      .orderBy('fileId')
      .orderBy('position')
      .limit(limit)
      .execute(),
  seal: async (trx, pieces) => {
    const rows = await trx
      .selectFrom('fileChunk')
      .innerJoin('file', 'file.id', 'fileChunk.fileId')
      .selectAll('fileChunk')
      .select(['file.processId', keyOf('file.processId').as('dataKey')])
      .where('fileChunk.sealed', '=', false)
      .where((eb) =>
        eb.or(
          pieces.map(({ fileId, position }) =>
            eb.and([eb('fileChunk.fileId', '=', fileId), eb('fileChunk.position', '=', position)]),
          ),
        ),
      )
      .orderBy('file.processId')
      .forUpdate('fileChunk')
      .skipLocked()
      .execute();
    for (const row of rows) {
      const { fileId, position } = row;
      const place = pieceOf(fileId, position);
      const sealed = sealBytes(await keyFor(context, trx, row), place, await openBytes(context, place, row));
      await trx
        .updateTable('fileChunk')
        .set(sealed)
        .where('fileId', '=', fileId)
        .where('position', '=', position)
        .execute();
    }
    return rows.length;
  },
  about: ({ fileId, position }) => ({ fileId, position: String(position) }),
});

/** Pictures in small that an earlier version has stored open. */
export const earlierPreviews = (context: Sealing): SealedRows<string> => ({
  part: 'preview',
  next: nextUnsealed(context.storage.db, 'preview', 'file_id', unsealed.preview),
  seal: async (trx, ids) => {
    const rows = await trx
      .selectFrom('preview')
      .innerJoin('file', 'file.id', 'preview.fileId')
      .select(['preview.fileId', 'preview.jpeg as bytes', 'preview.sealed', 'file.processId'])
      .select(keyOf('file.processId').as('dataKey'))
      .where('preview.fileId', 'in', ids)
      .where('preview.sealed', '=', false)
      .orderBy('file.processId')
      .forUpdate('preview')
      .skipLocked()
      .execute();
    for (const row of rows) {
      const place = previewOf(row.fileId);
      const { bytes: jpeg, sealed } = sealBytes(
        await keyFor(context, trx, row),
        place,
        await openBytes(context, place, row),
      );
      await trx.updateTable('preview').set({ jpeg, sealed }).where('fileId', '=', row.fileId).execute();
    }
    return rows.length;
  },
  about: (fileId) => ({ fileId }),
});
