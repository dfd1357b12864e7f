import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { FormFrame } from '#contract/process.ts';
import type { ServerContext } from '#server/context.ts';
import { FormCaseLost, FormServerOutdated, FormServerRefused } from '#server/ports/form-server.ts';
import { ProblemError } from '#server/problem-error.ts';
import { enqueue, type Jobs } from '#server/queues/queues.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Database, Trx } from '#server/storage/database.ts';
import type { FormCaseTable } from '#server/storage/tables.ts';

export type FormCaseRow = Selectable<FormCaseTable>;

/** Returns the open case of an application, in whatever session. */
export const caseOf = (db: Database, processId: string): Promise<FormCaseRow | undefined> =>
  db.selectFrom('formCase').selectAll().where('processId', '=', processId).executeTakeFirst();

/**
 * Returns the open case of an application that this session has opened.
 * @throws ProblemError form-session-lost for any other case
 */
export async function ownCaseOf(
  db: Database,
  { id: sessionId }: Session,
  { processId, caseId }: { processId: string; caseId: string },
): Promise<FormCaseRow> {
  const known = await caseOf(db, processId);
  if (known?.caseId !== caseId || known.sessionId !== sessionId) throw new ProblemError('form-session-lost');
  return known;
}

/**
 * Notes that a session has opened a case, which replaces the one before.
 * @throws FormServerRefused when the token was issued for another application, or before
 */
export async function noteCase(
  { now }: ServerContext,
  trx: Trx,
  { processId, sessionId }: { processId: string; sessionId: string },
  { caseId, token }: FormFrame,
): Promise<void> {
  const tokenHash = createHash('sha256').update(token).digest('hex');
  const known = await trx
    .selectFrom('formCase')
    .select('processId')
    .where((eb) => eb.or([eb('tokenHash', '=', tokenHash), eb('caseId', '=', caseId)]))
    .executeTakeFirst();
  if (known) throw new FormServerRefused('open: a token or case that was handed out before');
  const opened = { caseId, sessionId, tokenHash, openedAt: now() };
  await trx
    .insertInto('formCase')
    .values({ processId, ...opened })
    .onConflict((conflict) => conflict.column('processId').doUpdateSet(opened))
    .execute();
}

/** Ends the case of an application at once; a job then tells the form server to erase it. */
export async function endCase(context: ServerContext, trx: Trx, process: EndedProcess): Promise<void> {
  const ended = await trx
    .deleteFrom('formCase')
    .where('processId', '=', process.id)
    .returning('caseId')
    .executeTakeFirst();
  if (!ended) return;
  const fmsType = context.content().metadata.get(process.metadataId)?.fmsType;
  // Without the form the owner of the case is unknown; it ends by itself.
  if (!fmsType) return;
  await enqueue(context, 'form-case-end', { processId: process.id, caseId: ended.caseId, fmsType }, { trx });
}
type EndedProcess = { id: string; metadataId: string };

/** Tells the form server to erase a case; the queue repeats this when it does not answer. @throws PartnerUnavailable */
export async function runFormCaseEnd(
  { formServers, log }: ServerContext,
  { processId, caseId, fmsType }: Jobs['form-case-end'],
): Promise<void> {
  try {
    await formServers.get(fmsType)?.close({ processId, caseId });
  } catch (err) {
    if (err instanceof FormServerRefused || err instanceof FormServerOutdated) {
      log.warn({ processId, err }, 'a form server was told to erase a case and did not understand');
    } else if (!(err instanceof FormCaseLost)) throw err;
  }
}
