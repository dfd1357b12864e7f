import { sql } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import { nextUnsealed, type SealedRows } from '#server/storage/seal-rows.ts';
import { unsealed } from '#server/storage/unsealed.ts';
import { openProcess, type Sealing, secretsOf, selectProcess, storeProcess } from './sealed-row.ts';

const isUnsealed = sql.raw<boolean>(`(${unsealed.process})`);

/** Applications with something about a person that an earlier version has stored open. */
export const earlierProcesses = (context: Sealing & Pick<ServerContext, 'storage'>): SealedRows<string> => ({
  part: 'process',
  next: nextUnsealed(context.storage.db, 'process', 'id', unsealed.process),
  seal: async (trx, ids) => {
    const rows = await selectProcess(trx)
      .where('id', 'in', ids)
      .where(isUnsealed)
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute();
    for (const stored of rows) {
      const row = await openProcess(context, trx, stored);
      await storeProcess(context, trx, row, secretsOf(row));
    }
    return rows.length;
  },
  about: (id) => ({ processId: id }),
});
