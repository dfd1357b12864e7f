import { isDeepStrictEqual } from 'node:util';
import type { FormData } from '#forms/types.ts';
import type { ServerContext } from '#server/context.ts';
import { eraseDropped } from '#server/files/dropped.ts';
import { availableUntil } from '#server/processes/availability.ts';
import { formOf, metadataOf } from '#server/processes/offer.ts';
import type { ProcessRow, Spoken } from '#server/processes/row.ts';
import { storableData } from '#server/processes/storable-data.ts';
import type { Session } from '#server/sessions/session.ts';
import { act } from '#server/workflow/act.ts';
import { checkPaymentsOf } from './check-payment.ts';

import { assertUnsent, dropSubmission } from './withdraw-submission.ts';

/**
 * Saves form data and page, and erases files that the data does not name any more. Once completed, this is "change the
 * data": the provider is asked first about a failed payment, and a failed submission is withdrawn, so that none of the
 * old data can still arrive.
 * @throws ProblemError not-found, version-conflict, status-conflict, input-invalid, draft-expired
 */
export async function changeData(
  context: ServerContext,
  session: Session,
  processId: string,
  input: { version: number; data: FormData; page: string | null } & Spoken,
): Promise<ProcessRow> {
  const data = storableData(input.data);
  const page = input.page?.replaceAll('\0', '') ?? null;
  const status = await statusNow(context, processId);
  if (status === 'PAYMENT_FAILURE') await checkPaymentsOf(context, session, processId);
  const unsent = status === 'SUBMIT_FAILURE' ? await assertUnsent(context, session, processId) : null;
  const { version, lang } = input;
  const grounds = { version, accepts: null, lang, edits: true } as const;
  return act(context, session, processId, grounds, async ({ trx, row, move }) => {
    const moved = await move(
      { type: 'form.progressed' },
      {
        data,
        page,
        confirmedHash: null,
        confirmedAt: null,
        confirmedLocale: null,
        availableUntil: availableUntil(session, metadataOf(context, row), context.now()),
      },
      saysNothingNew(row, input.data) ? 'service' : 'person',
    );
    await eraseDropped(
      trx,
      row.id,
      formOf(context, metadataOf(context, row), row.locale),
      row.data,
      input.data,
    );
    if (row.status === 'SUBMIT_FAILURE') await dropSubmission(trx, row, unsent);
    return moved;
  });
}

/**
 * A save of the page alone makes no new version: a reload may overtake it, and the reloaded page would mistake its own
 * window for somebody else's.
 */
const saysNothingNew = ({ status, data }: ProcessRow, saved: FormData): boolean =>
  (status === 'CREATED' || status === 'EDITING') && isDeepStrictEqual(data, saved);

async function statusNow(context: ServerContext, processId: string): Promise<string | undefined> {
  const row = await context.storage.db
    .selectFrom('process')
    .select('status')
    .where('id', '=', processId)
    .executeTakeFirst();
  return row?.status;
}
