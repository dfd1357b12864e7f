import type { ServerContext } from '#server/context.ts';
import { locksAnything, openDifferences } from '#server/processes/account.ts';
import { accepts, factsOf, type ProcessRow } from '#server/processes/row.ts';
import type { Trx } from '#server/storage/database.ts';
import { isDelivered } from '#server/submission/row.ts';
import { moveProcess } from './move.ts';

/**
 * Opens or closes the data conflict of a locked process by its present data and account: after a login, and when the
 * form is completed. An application that the authority already has is left out, because it can only be completed.
 */
export async function compareAll(context: ServerContext, trx: Trx, row: ProcessRow): Promise<ProcessRow> {
  const isThere = row.status === 'SUBMIT_FAILURE' && (await isDelivered(trx, row.id));
  const open = isThere ? [] : openDifferences(context, row);
  // A form that is open in a window must be loaded anew when the login locks values that the person could still
  // change.
  const isNews = open.some(({ locked }) => locked);
  return tell(context, trx, row, open.length > 0, isNews);
}

/**
 * Opens or closes the data conflict after the person has changed the data. Typed values are their own decision, so
 * they open no conflict before the form is completed, except for a value that the form locks. The conflict closes
 * when no difference is left.
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
