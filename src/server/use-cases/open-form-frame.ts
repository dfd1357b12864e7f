import type { FormFrame } from '#contract/process.ts';
import type { ServerContext } from '#server/context.ts';
import { caseOf, noteCase } from '#server/form-cases/form-case.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { ProcessRow, Spoken } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import { editorOf } from '#server/windows/editing.ts';
import { act } from '#server/workflow/act.ts';
import { asked, formServerOf } from './ask-form-server.ts';
import { takeWhatIsLeft } from './take-form-progress.ts';

/**
 * Opens the form of an application, with the stored data, at its form server. Only the editing window may do that,
 * because the form server ends the previous case. The last entries there that are not stored yet are stored first.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low, edited-elsewhere, status-conflict,
 * form-server-refused, form-server-outdated
 * @throws PartnerUnavailable
 */
export async function openFormFrame(
  context: ServerContext,
  session: Session,
  processId: string,
  { lang }: Spoken,
): Promise<{ frame: FormFrame; row: ProcessRow }> {
  const grounds = { version: null, accepts: { type: 'form.progressed' }, edits: true } as const;
  const first = await act(context, session, processId, grounds, async ({ trx, row }) => {
    await assertNobodyEdits(context, trx, session, processId);
    return { row, known: await caseOf(trx, processId) };
  });
  const form = formServerOf(context, first.row);
  const row = first.known
    ? await rescued(context, session, { row: first.row, known: first.known, form, version: null, lang })
    : first.row;
  const { page, data: stored } = row;
  const opening = { processId, locale: lang ?? row.locale, page, stored };
  return asked(context, session, processId, async () => {
    const frame = await form.server.open(form.definition, opening);
    return act(context, session, processId, grounds, async ({ trx, row: now }) => {
      await assertNobodyEdits(context, trx, session, processId);
      await noteCase(context, trx, { processId, sessionId: session.id }, frame);
      return { frame, row: now };
    });
  });
}

/** Stores the rest of the previous case if possible: it may have ended, and its form server may not answer. */
async function rescued(
  context: ServerContext,
  session: Session,
  last: Parameters<typeof takeWhatIsLeft>[2],
): Promise<ProcessRow> {
  try {
    return await takeWhatIsLeft(context, session, last);
  } catch (error) {
    const isOver = error instanceof ProblemError && error.code.startsWith('form-s');
    if (!isOver && !(error instanceof PartnerUnavailable)) throw error;
    return last.row;
  }
}

/**
 * Refuses to take the form from an editing window for a client that names none, such as the server rendering a page.
 */
async function assertNobodyEdits(
  { now }: ServerContext,
  trx: Trx,
  session: Session,
  processId: string,
): Promise<void> {
  if (session.window) return;
  const editor = await editorOf(trx, processId);
  if (editor && editor.until > now()) throw new ProblemError('edited-elsewhere');
}
