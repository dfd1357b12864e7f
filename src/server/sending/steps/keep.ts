import type { Updateable } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import type { SubmissionTable } from '#server/storage/tables.ts';
import type { SubmissionRow } from '#server/submission/row.ts';
import { openSubmissionRow, selectSubmission } from '#server/submission/sealed-row.ts';

type Held = Pick<SubmissionRow, 'processId' | 'leaseOwner'>;

/**
 * Stores the results of a step as long as its worker holds the submission. A worker that was given up, or presumed
 * dead, must not replace the data of its successor.
 * @throws Error when another worker has it
 */
export async function keep(
  { storage }: ServerContext,
  { processId, leaseOwner }: Held,
  values: Updateable<SubmissionTable>,
): Promise<void> {
  const { numUpdatedRows } = await storage.db
    .updateTable('submission')
    .set(values)
    .where('processId', '=', processId)
    .where('leaseOwner', 'is not distinct from', leaseOwner)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw takenOver();
}

/** Returns the submission as stored now. @throws Error when another worker has it */
export async function stillHeld(
  context: ServerContext,
  { processId, leaseOwner }: Held,
): Promise<SubmissionRow> {
  const { db } = context.storage;
  const row = await selectSubmission(db)
    .where('processId', '=', processId)
    .where('leaseOwner', 'is not distinct from', leaseOwner)
    .executeTakeFirstOrThrow(takenOver);
  return openSubmissionRow(context, db, row);
}

const takenOver = () => new Error('another worker has the submission');
