import { isDeepStrictEqual } from 'node:util';
import type { ProcessStatus } from '#domain/process-status.ts';
import type { FormData } from '#forms/types.ts';
import type { ServerContext } from '#server/context.ts';
import { eraseDropped } from '#server/files/dropped.ts';
import { ProblemError } from '#server/problem-error.ts';
import { asSeenBy, proofOf } from '#server/processes/account.ts';
import { availableUntil } from '#server/processes/availability.ts';
import { loginOutlives } from '#server/processes/confirming-login.ts';
import { formOf, formOfProcess, metadataOf } from '#server/processes/form.ts';
import type { ProcessRow, Spoken } from '#server/processes/row.ts';
import { assertFits, assertStorable } from '#server/processes/storable-data.ts';
import type { Session } from '#server/sessions/session.ts';
import type { ConfirmingLogin } from '#server/storage/tables.ts';
import { act, type Held } from '#server/workflow/act.ts';
import { compareAfterChange } from '#server/workflow/compare.ts';
import { checkPaymentsOf } from './check-payment.ts';

import { assertUnsent, dropSubmission, type Unsent } from './withdraw-submission.ts';

/**
 * Saves form data and page, and erases files that the data no longer names. After completion this is "change the
 * data": the provider is asked first about a failed payment, and a failed submission is withdrawn, so that none of
 * the old data can still arrive.
 * @throws ProblemError not-found, version-conflict, status-conflict, input-invalid, draft-expired
 */
export async function changeData(
  context: ServerContext,
  session: Session,
  processId: string,
  input: { version: number; data: FormData; page: string | null } & Spoken,
): Promise<ProcessRow> {
  assertStorable(input.data);
  const page = input.page?.replaceAll('\0', '') ?? null;
  const { version, lang } = input;
  const grounds = { version, accepts: null, lang, edits: true } as const;
  const save = (isPrepared: boolean, unsent: Unsent | null): Promise<ProcessRow> =>
    act(context, session, processId, grounds, async ({ trx, row, move }) => {
      if (!isPrepared && needsPreparation(row.status)) throw new Unprepared();
      const seen = asSeenBy(context, session, row);
      assertOwnEngine(context, seen);
      assertFits(formOfProcess(context, seen), input.data);
      assertUnlocked(context, seen, input.data);
      const isNews = !saysNothingNew(row, input.data);
      const login = loginOutlives(context, session, row, input.data) ? row.confirmingLogin : null;
      const moved = await storeChange(
        context,
        session,
        { trx, row, move },
        { data: input.data, page, unsent, login, isNews },
      );
      return compareAfterChange(context, trx, moved);
    });
  try {
    return await save(false, null);
  } catch (error) {
    if (!(error instanceof Unprepared)) throw error;
    return save(true, await prepareChange(context, session, processId));
  }
}

/** Aborts a save that needs a preparation: that shows only in the lock, and partners must be asked before. */
class Unprepared extends Error {}
const needsPreparation = (status: ProcessStatus): boolean =>
  status === 'PAYMENT_FAILURE' || status === 'SUBMIT_FAILURE';

/** Makes sure before a change that nothing of the old data can still arrive, or be paid. */
export async function prepareChange(
  context: ServerContext,
  session: Session,
  processId: string,
): Promise<Unsent | null> {
  const status = await statusNow(context, processId);
  if (status === 'PAYMENT_FAILURE') await checkPaymentsOf(context, session, processId);
  return status === 'SUBMIT_FAILURE' ? assertUnsent(context, session, processId) : null;
}

type Change = {
  /** Data that may be stored (assertStorable). */
  data: FormData;
  page: string | null;
  unsent: Unsent | null;
  /** The confirming login that also counts for the changed data; null when none does. */
  login: ConfirmingLogin | null;
  /** Whether the change makes a new version. */
  isNews: boolean;
};

/** Stores changed data of a locked process, and erases the confirmation with everything that belongs to it. */
export async function storeChange(
  context: ServerContext,
  session: Session,
  { trx, row, move }: Held,
  change: Change,
): Promise<ProcessRow> {
  const { data, page, unsent, login, isNews } = change;
  const metadata = metadataOf(context, row);
  const { account } = asSeenBy(context, session, row);
  const moved = await move(
    { type: 'form.progressed', loginHolds: login !== null },
    {
      data,
      page,
      ...(isNews && { writtenBy: session.window?.window ?? null }),
      ...(account !== row.account && { account }),
      confirmedHash: null,
      confirmedAt: null,
      confirmedLocale: null,
      statements: null,
      proven: null,
      confirmingLogin: login,
      availableUntil: availableUntil(session, metadata, context.now()),
    },
    isNews,
  );
  await eraseDropped(trx, row.id, formOf(context, metadata, row.locale), row.data, data);
  if (row.status === 'SUBMIT_FAILURE') await dropSubmission(context, trx, row, unsent);
  return moved;
}

/** Refuses data of a form that runs on a form server, which alone may change it. @throws ProblemError input-invalid */
function assertOwnEngine(context: ServerContext, row: ProcessRow): void {
  if (formOfProcess(context, row).access !== null) return;
  throw new ProblemError('input-invalid', { fields: [{ name: 'data', reason: 'a form of a form server' }] });
}

/** @throws ProblemError input-invalid when the save changes a value that the account proves and the form locks. */
function assertUnlocked(context: ServerContext, row: ProcessRow, data: FormData): void {
  const proof = proofOf(context, row);
  if (proof === null) return;
  const broken = formOfProcess(context, row).brokenLocks(row.data, data, proof);
  if (broken.length === 0) return;
  throw new ProblemError('input-invalid', { fields: broken.map((name) => ({ name, reason: 'locked' })) });
}

/**
 * Whether a save changes the page alone. It makes no new version: a reload may overtake the save, and the reloaded
 * page would mistake its own window for somebody else's.
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
