import { sql } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import { nextUnsealed, type SealedRows } from '#server/storage/seal-rows.ts';
import { unsealed } from '#server/storage/unsealed.ts';
import { openHandIn, type Sealing, sealDocuments, selectHandIn } from './sealed-row.ts';

const isUnsealed = sql.raw<boolean>(`(${unsealed.handIn})`);

/** Hand-ins with names of documents that an earlier version has stored open. */
export const earlierHandIns = (context: Sealing & Pick<ServerContext, 'storage'>): SealedRows<string> => ({
  part: 'hand_in',
  next: nextUnsealed(context.storage.db, 'hand_in', 'id', unsealed.handIn),
  seal: async (trx, ids) => {
    const rows = await selectHandIn(trx)
      .where('id', 'in', ids)
      .where(isUnsealed)
      .orderBy('processId')
      .forUpdate()
      .skipLocked()
      .execute();
    for (const stored of rows) {
      const { documents } = await openHandIn(context, trx, stored);
      await trx
        .updateTable('handIn')
        .set({ documents: await sealDocuments(context, trx, stored, documents) })
        .where('id', '=', stored.id)
        .execute();
    }
    return rows.length;
  },
  about: (handInId) => ({ handInId }),
});
