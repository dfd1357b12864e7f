import type { ServiceContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { bySession } from '#server/security/events.ts';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { assertLoginAccepted, assertTrustLevel } from '../processes/admission.ts';
import { applicantOf, hasPostbox } from '../processes/applicant.ts';
import { availableUntil } from '../processes/availability.ts';
import { metadataOf } from '../processes/offer.ts';
import { loadOwned } from '../processes/owned.ts';
import { assertVersion, languageOfAct, type ProcessRow, type Spoken } from '../processes/row.ts';
import { eraseProcess, isDelivered } from '../workflow/erase.ts';
import { moveProcess } from '../workflow/move.ts';

/** Chooses whether the notice comes electronically. @throws ProblemError not-found, version-conflict, status-conflict */
export function chooseNotice(
  context: ServiceContext,
  session: Session,
  processId: string,
  input: { version: number; electronicNoticeDelivery: boolean } & Spoken,
): Promise<ProcessRow> {
  return context.storage.db.transaction().execute(async (trx) => {
    const row = await loadOwned(context, trx, session, processId);
    assertVersion(row, input.version);
    return moveProcess(
      context,
      trx,
      row,
      { type: 'notice.chosen', accepted: input.electronicNoticeDelivery },
      languageOfAct(row, input),
    );
  });
}

/**
 * Hands an anonymous process of this session to the person who has logged in; for that person's own process
 * it confirms the login before submission, when the login is younger than the completed form.
 * @throws ProblemError not-found, login-required, login-not-accepted, trust-level-too-low, status-conflict
 */
export async function persistProcess(
  context: ServiceContext,
  session: Session,
  processId: string,
  spoken: Spoken,
): Promise<ProcessRow> {
  const { before, persisted } = await context.storage.db.transaction().execute(async (trx) => {
    const row = await loadOwned(context, trx, session, processId);
    if (session.userId === null || session.authenticatedAt === null) throw new ProblemError('login-required');
    const metadata = metadataOf(context, row);
    assertLoginAccepted(session, metadata);
    assertTrustLevel(session, metadata);
    const authenticatedAfterCompletion =
      row.confirmedAt !== null && session.authenticatedAt >= row.confirmedAt;
    const persisted = await moveProcess(
      context,
      trx,
      row,
      { type: 'user.changed', authenticatedAfterCompletion, hasPostbox: hasPostbox(session) },
      {
        userId: session.userId,
        applicant: json(applicantOf(session)),
        availableUntil: availableUntil(session, metadata, context.now()),
        ...languageOfAct(row, spoken),
      },
    );
    return { before: row, persisted };
  });
  if (before.userId === null) {
    const { security } = context;
    security.record({ event: 'take-over', outcome: 'succeeded', process: processId }, bySession(session));
  }
  return persisted;
}

/** Keeps an open process alive. @throws ProblemError not-found, draft-expired */
export function touchProcess(context: ServiceContext, session: Session, processId: string): Promise<Date> {
  return context.storage.db.transaction().execute(async (trx) => {
    const row = await loadOwned(context, trx, session, processId);
    if (row.status === 'SUBMITTED') return row.availableUntil;
    const until = availableUntil(session, metadataOf(context, row), context.now());
    await trx.updateTable('process').set({ availableUntil: until }).where('id', '=', row.id).execute();
    return until;
  });
}

/**
 * Deletes a draft with all that belongs to it. What the authority has already is no draft any more, even when
 * the receipt is still missing: it can only be completed.
 * @throws ProblemError not-found, status-conflict
 */
export async function deleteDraft(
  context: ServiceContext,
  session: Session,
  processId: string,
  paidConsent: boolean,
): Promise<void> {
  await context.storage.db.transaction().execute(async (trx) => {
    const row = await loadOwned(context, trx, session, processId);
    if (await isDelivered(trx, processId)) {
      throw new ProblemError('status-conflict', { processStatus: row.status });
    }
    const deleted = await moveProcess(context, trx, row, { type: 'draft.deleted', paidConsent });
    await eraseProcess(context, trx, deleted);
  });
  context.security.record(
    { event: 'deletion', outcome: 'succeeded', what: 'draft', reason: 'asked-for', process: processId },
    bySession(session),
  );
}

/** The result has been taken: off the drafts list. @throws ProblemError not-found, status-conflict */
export function acknowledgeResult(
  context: ServiceContext,
  session: Session,
  processId: string,
  spoken: Spoken,
): Promise<ProcessRow> {
  return context.storage.db.transaction().execute(async (trx) => {
    const row = await loadOwned(context, trx, session, processId);
    return moveProcess(context, trx, row, { type: 'result.acknowledged' }, languageOfAct(row, spoken));
  });
}
