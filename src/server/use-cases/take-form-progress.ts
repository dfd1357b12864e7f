import { isDeepStrictEqual } from 'node:util';
import type { ServerContext } from '#server/context.ts';
import { caseOf, type FormCaseRow } from '#server/form-cases/form-case.ts';
import { FormServerRefused, type FormServerState, type StoredUpload } from '#server/ports/form-server.ts';
import { ProblemError } from '#server/problem-error.ts';
import { assertVersion, type ProcessRow, type Spoken } from '#server/processes/row.ts';
import { storableData } from '#server/processes/storable-data.ts';
import type { Session } from '#server/sessions/session.ts';
import { act } from '#server/workflow/act.ts';
import { compareAfterChange } from '#server/workflow/compare.ts';
import { type AskedForm, asked, formServerOf } from './ask-form-server.ts';
import { prepareChange, storeChange } from './change-data.ts';
import { takeServedFiles } from './take-served-files.ts';

/** What the form server said, stored with the application. */
export type FormProgress = { row: ProcessRow; complete: boolean };

/**
 * Asks the form server what was entered in the case that this session has opened, and stores that: "change the data"
 * once completed, like any other save. What the frame says is only a reason to ask.
 * @throws ProblemError not-found, version-conflict, edited-elsewhere, status-conflict, draft-expired,
 * form-session-lost, form-server-refused, form-server-outdated
 * @throws PartnerUnavailable
 */
export async function takeFormProgress(
  context: ServerContext,
  session: Session,
  processId: string,
  { version, caseId, lang }: { version: number; caseId: string } & Spoken,
): Promise<FormProgress> {
  const grounds = { version, accepts: { type: 'form.progressed' } } as const;
  const { row, known } = await act(context, session, processId, grounds, async ({ trx, row }) => ({
    row,
    known: await caseOf(trx, processId),
  }));
  if (known?.caseId !== caseId || known.sessionId !== session.id) throw new ProblemError('form-session-lost');
  return takeFrom(context, session, { row, known, form: formServerOf(context, row), lang, version });
}

/** What a case says that this session need not have opened: `version` null stores it whatever has changed since. */
export async function takeFrom(
  context: ServerContext,
  session: Session,
  {
    row,
    known,
    form,
    lang,
    version,
  }: { row: ProcessRow; known: FormCaseRow; form: AskedForm; version: number | null } & Spoken,
): Promise<FormProgress> {
  const { id: processId } = row;
  const { server, definition } = form;
  const which = { processId, caseId: known.caseId };
  const state = await asked(context, session, processId, () => server.state(definition, which));
  const before = server.storedOf(row.data);
  if (before.caseId === which.caseId && state.revision < (before.revision ?? 0)) {
    return asked(context, session, processId, async () => {
      throw new FormServerRefused('state: older than what was told before');
    });
  }
  const uploads = await takeServedFiles(context, session, row, form, { which, state });
  const unsent = await prepareChange(context, session, processId);
  const grounds = { version: null, accepts: { type: 'form.progressed' }, lang, edits: true } as const;
  return act(context, session, processId, grounds, async ({ trx, row: now, move }) => {
    if (version !== null) assertVersion(now, version);
    const data = server.toStore(which, state, uploads, now.data);
    const complete = isComplete(state, uploads);
    const isNew = !isDeepStrictEqual(JSON.parse(JSON.stringify(data)), now.data);
    const isOpen = now.status === 'CREATED' || now.status === 'EDITING';
    if (!isNew && isOpen) return { row: now, complete };
    const moved = await storeChange(
      context,
      session,
      { trx, row: now, move },
      { data, stored: storableData(data), page: state.page, unsent, by: isNew ? 'person' : 'service' },
    );
    return { row: await compareAfterChange(context, trx, moved), complete };
  });
}

/** Every file must be here as well: what the portal could not take is missing. */
const isComplete = ({ complete, files }: FormServerState, uploads: readonly StoredUpload[]): boolean =>
  complete && files.every(({ id }) => uploads.some((upload) => upload.id === id));
