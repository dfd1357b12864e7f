import { isDeepStrictEqual } from 'node:util';
import type { ServerContext } from '#server/context.ts';
import { caseOf, type FormCaseRow } from '#server/form-cases/form-case.ts';
import {
  type FormServer,
  FormServerRefused,
  type FormServerState,
  type StoredUpload,
} from '#server/ports/form-server.ts';
import { ProblemError } from '#server/problem-error.ts';
import { assertVersion, type ProcessRow, type Spoken } from '#server/processes/row.ts';
import { storableData } from '#server/processes/storable-data.ts';
import type { Session } from '#server/sessions/session.ts';
import { act } from '#server/workflow/act.ts';
import { compareAfterChange } from '#server/workflow/compare.ts';
import { type AskedForm, asked, formServerOf } from './ask-form-server.ts';
import { prepareChange, storeChange } from './change-data.ts';
import { type RefusedFile, takeServedFiles } from './take-served-files.ts';

/** What the form server said, stored with the application, and which of its files the portal does not take. */
export type FormProgress = { row: ProcessRow; complete: boolean; refusedFiles: RefusedFile[] };

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
  const taken = { row, known, form: formServerOf(context, row), lang, version };
  return takeFrom(context, session, taken, await stateOf(context, session, taken));
}

/** A case that this session need not have opened; with `version` null it is stored whatever has changed since. */
type Taken = { row: ProcessRow; known: FormCaseRow; form: AskedForm; version: number | null } & Spoken;

/** What the form server says of a case, never older than what it has said before. */
const stateOf = (context: ServerContext, session: Session, { row, known, form }: Taken) =>
  asked(context, session, row.id, async () => {
    const { server, definition } = form;
    const state = await server.state(definition, { processId: row.id, caseId: known.caseId });
    if (state.revision < revisionTaken(server, row, known)) {
      throw new FormServerRefused('state: older than what was told before');
    }
    return state;
  });

/** What was taken of this case last; 0 before anything was entered in it. */
function revisionTaken(server: FormServer, { data }: ProcessRow, { caseId }: FormCaseRow): number {
  const stored = server.storedOf(data);
  return stored.caseId === caseId ? (stored.revision ?? 0) : 0;
}

/**
 * Stores what was entered in a case and not taken yet, because nobody told the portal. A case in which nothing was
 * entered changes nothing: opening a form is no reason to confirm it again.
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
    const isOpen = now.status === 'CREATED' || now.status === 'EDITING';
    if (!isNew && isOpen) return { row: now, complete, refusedFiles };
    const moved = await storeChange(
      context,
      session,
      { trx, row: now, move },
      { data, stored: storableData(data), page: state.page, unsent, login: null, isNews: isNew },
    );
    return { row: await compareAfterChange(context, trx, moved), complete, refusedFiles };
  });
}

/** Every file must be here as well: what the portal could not take is missing. */
const isComplete = ({ complete, files }: FormServerState, uploads: readonly StoredUpload[]): boolean =>
  complete && files.every(({ id }) => uploads.some((upload) => upload.id === id));
