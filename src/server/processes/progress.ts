import type { FormData } from '#forms/types.ts';
import type { ServiceContext } from '#server/context.ts';
import { checkPaymentsOf } from '#server/payment/service.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { withdrawSubmission } from '#server/submission/withdraw.ts';
import { availableUntil } from './availability.ts';
import { assertVersion, loadOwned, metadataOf, moveProcess, type ProcessRow } from './row.ts';

/** Form data of one process may not be larger; the longest form needs about 30 KB. */
const maxBytes = 512 * 1024;
const maxDepth = 12;

/**
 * Saves form data and page. Once completed it is "change the data": a failed payment is closed at the
 * provider first and a failed submission is withdrawn, so that nothing of the old data can still arrive.
 * @throws ProblemError not-found, version-conflict, status-conflict, input-invalid, draft-expired
 */
export async function saveProgress(
  context: ServiceContext,
  session: Session,
  processId: string,
  input: { version: number; data: FormData; page: string | null },
): Promise<ProcessRow> {
  const data = json(input.data);
  if (data.length > maxBytes || depthOf(input.data) > maxDepth) {
    throw new ProblemError('input-invalid', { fields: [{ name: 'data', reason: 'too large' }] });
  }
  const status = await statusNow(context, processId);
  if (status === 'PAYMENT_FAILURE') await checkPaymentsOf(context, session, processId);
  if (status === 'SUBMIT_FAILURE') await withdrawSubmission(context, session, processId);
  return context.storage.db.transaction().execute(async (trx) => {
    const row = await loadOwned(context, trx, session, processId);
    assertVersion(row, input.version);
    return moveProcess(
      context,
      trx,
      row,
      { type: 'form.progressed' },
      {
        data,
        page: input.page,
        confirmedHash: null,
        confirmedAt: null,
        availableUntil: availableUntil(session, metadataOf(context, row), context.now()),
      },
    );
  });
}

async function statusNow(context: ServiceContext, processId: string): Promise<string | undefined> {
  const row = await context.storage.db
    .selectFrom('process')
    .select('status')
    .where('id', '=', processId)
    .executeTakeFirst();
  return row?.status;
}

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
