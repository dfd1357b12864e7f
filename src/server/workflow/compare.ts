import type { ServerContext } from '#server/context.ts';
import { locksAnything, openDifferences } from '#server/processes/account.ts';
import { accepts, factsOf, type ProcessRow } from '#server/processes/row.ts';
import type { Trx } from '#server/storage/database.ts';
import { moveProcess } from './move.ts';

/**
 * Opens or closes the data conflict of a locked process, as its data and the account now say: after a login, and when the
 * form is completed. What the authority already has is not asked about: it can only be completed.
 */
export async function compareAll(context: ServerContext, trx: Trx, row: ProcessRow): Promise<ProcessRow> {
  const open = (await isDelivered(trx, row)) ? [] : openDifferences(context, row);
  // A form that is open in a window must be loaded anew where the login locks what the person could still type.
  const isNews = open.some(({ locked }) => locked);
  return tell(context, trx, row, open.length > 0, isNews);
}

/**
 * The same after the person has changed the data. What they type is their own decision, so it opens no conflict before
 * they complete the form, except about a value that the form locks; it closes one when nothing differs any more.
 */
export function compareAfterChange(context: ServerContext, trx: Trx, row: ProcessRow): Promise<ProcessRow> {
  const differs = factsOf(row).conflictOpen
    ? openDifferences(context, row).length > 0
    : locksAnything(context, row) && openDifferences(context, row).some(({ locked }) => locked);
  return tell(context, trx, row, differs, false);
}

async function tell(
  context: ServerContext,
  trx: Trx,
  row: ProcessRow,
  differs: boolean,
  isNews: boolean,
): Promise<ProcessRow> {
  if (differs === factsOf(row).conflictOpen) return row;
  const event = { type: differs ? 'conflict.found' : 'conflict.settled' } as const;
  return accepts(row, event) ? moveProcess(context, trx, row, event, {}, { by: 'server', isNews }) : row;
}

async function isDelivered(trx: Trx, { id, status }: ProcessRow): Promise<boolean> {
  if (status !== 'SUBMIT_FAILURE') return false;
  const step = await trx
    .selectFrom('submissionStep')
    .select('step')
    .where('processId', '=', id)
    .where('step', '=', 'SUBMIT_DATA_TO_AUTHORITY')
    .executeTakeFirst();
  return step !== undefined;
}
