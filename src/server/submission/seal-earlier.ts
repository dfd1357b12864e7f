import { sql } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import { nextUnsealed, type SealedRows } from '#server/storage/seal-rows.ts';
import { unsealed } from '#server/storage/unsealed.ts';
import { openSubmissionRow, type Sealing, sealFollowing, selectSubmission } from './sealed-row.ts';

const isUnsealed = sql.raw<boolean>(`(${unsealed.submission})`);

/** Submissions with names of owed documents that an earlier version has stored open. */
export const earlierSubmissions = (
  context: Sealing & Pick<ServerContext, 'storage'>,
): SealedRows<string> => ({
  part: 'submission',
  next: nextUnsealed(context.storage.db, 'submission', 'process_id', unsealed.submission),
  seal: async (trx, ids) => {
    const rows = await selectSubmission(trx)
      .where('processId', 'in', ids)
      .where(isUnsealed)
      .orderBy('processId')
      .forUpdate()
      .skipLocked()
      .execute();
    for (const stored of rows) {
      const { owed } = await openSubmissionRow(context, trx, stored);
      if (owed === null) continue;
      await trx
        .updateTable('submission')
        .set(await sealFollowing(context, trx, stored, { owed }))
        .where('processId', '=', stored.processId)
        .execute();
    }
    return rows.length;
  },
  about: (processId) => ({ processId }),
});
