import { isDeepStrictEqual } from 'node:util';
import type { RefusedFile } from '#contract/process-calls.ts';
import type { ServerContext } from '#server/context.ts';
import { type FormCaseRow, ownCaseOf } from '#server/form-cases/form-case.ts';
import {
  type FormServer,
  FormServerRefused,
  type FormServerState,
  type StoredUpload,
} from '#server/ports/form-server.ts';
import { assertVersion, type ProcessRow, type Spoken } from '#server/processes/row.ts';
import { assertStorable } from '#server/processes/storable-data.ts';
import type { Session } from '#server/sessions/session.ts';
import { act } from '#server/workflow/act.ts';
import { compareAfterChange } from '#server/workflow/compare.ts';
import { type AskedForm, asked, formServerOf } from './ask-form-server.ts';
import { prepareChange, storeChange } from './change-data.ts';
import { takeServedFiles } from './take-served-files.ts';

/** The form server's answer, stored with the application, and its files that the portal does not accept. */
export type FormProgress = { row: ProcessRow; complete: boolean; refusedFiles: RefusedFile[] };

/**
 * Asks the form server for the entries of the case that this session has opened, and stores them: after completion as
 * "change the data", like any other save. A message of the frame is only a reason to ask.
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
    known: await ownCaseOf(trx, session, { processId, caseId }),
  }));
  const taken = { row, known, form: formServerOf(context, row), lang, version };
  return takeFrom(context, session, taken, await stateOf(context, session, taken));
}

/** A case, perhaps of another session. With `version` null it is stored whatever has changed since. */
type Taken = { row: ProcessRow; known: FormCaseRow; form: AskedForm; version: number | null } & Spoken;

/** Returns the form server's state of a case, never older than the state before. */
const stateOf = (context: ServerContext, session: Session, { row, known, form }: Taken) =>
  asked(context, session, row.id, async () => {
    const { server, definition } = form;
    const state = await server.state(definition, { processId: row.id, caseId: known.caseId });
    if (state.revision < revisionTaken(server, row, known)) {
      throw new FormServerRefused('state: older than what was told before');
    }
    return state;
  });

/** Returns the last stored revision of this case; 0 before the first entry. */
function revisionTaken(server: FormServer, { data }: ProcessRow, { caseId }: FormCaseRow): number {
  const stored = server.storedOf(data);
  return stored.caseId === caseId ? (stored.revision ?? 0) : 0;
}

/**
 * Stores entries of a case that are not stored yet, because nobody reported them. A case without entries changes
 * nothing: opening a form is no reason to confirm it again.
 */
export async function takeWhatIsLeft(
  context: ServerContext,
  session: Session,
  taken: Taken,
): Promise<ProcessRow> {
  const state = await stateOf(context, session, taken);
  const { row, known, form } = taken;
  if (state.revision === revisionTaken(form.server, row, known)) return row;
  return (await takeFrom(context, session, taken, state)).row;
}

async function takeFrom(
  context: ServerContext,
  session: Session,
  { row, known, form, lang, version }: Taken,
  state: FormServerState,
): Promise<FormProgress> {
  const { id: processId } = row;
  const { server } = form;
  const which = { processId, caseId: known.caseId };
  const { uploads, refused: refusedFiles } = await takeServedFiles(context, session, row, form, {
    which,
    state,
  });
  const unsent = await prepareChange(context, session, processId);
  const grounds = { version: null, accepts: { type: 'form.progressed' }, lang, edits: true } as const;
  return act(context, session, processId, grounds, async ({ trx, row: now, move }) => {
    if (version !== null) assertVersion(now, version);
    const data = server.toStore(which, state, uploads, now.data);
    const complete = isComplete(state, uploads);
    const isNew = !isDeepStrictEqual(JSON.parse(JSON.stringify(data)), now.data);
    if (!isNew && now.status === 'EDITING') return { row: now, complete, refusedFiles };
    assertStorable(data);
    const moved = await storeChange(
      context,
      session,
      { trx, row: now, move },
      { data, page: state.page, unsent, login: null, isNews: isNew },
    );
    return { row: await compareAfterChange(context, trx, moved), complete, refusedFiles };
  });
}

/** Whether the form is complete and the portal has every file: a file that it does not accept is missing. */
const isComplete = ({ complete, files }: FormServerState, uploads: readonly StoredUpload[]): boolean =>
  complete && files.every(({ id }) => uploads.some((upload) => upload.id === id));
