import type { EditingView } from '#contract/editing.ts';
import type { ServerContext } from '#server/context.ts';
import type { Session } from '#server/sessions/session.ts';
import {
  type EditingRow,
  type EditingWindow,
  editorOf,
  elsewhere,
  hold,
  release,
  renew,
  seize,
  want,
} from '#server/windows/editing.ts';
import { act } from '#server/workflow/act.ts';

/** Time between two reports of a window; a third of it may be lost on the way. */
const REPORT_MS = 10_000;
/** Longest wait of a window for an answer; then it reports almost at once. */
const WAIT_MS = 20_000;
const ALMOST_AT_ONCE_MS = 500;
/** Time for the editing window to save and release the application. */
const GRACE_MS = 10_000;

/** The window that makes the request; `gone` is aborted when it no longer waits for the answer. */
type Asking = EditingWindow & { gone: AbortSignal };

const anyGrounds = { version: null, accepts: null };

/**
 * Notes that a window is open, and lets it edit if no other one does. A report is no activity of the person.
 * @param waits the answer may wait until another window wants to edit
 * @throws ProblemError not-found, draft-expired, trust-level-too-low
 */
export async function holdEditing(
  context: ServerContext,
  session: Session,
  processId: string,
  { window, after, gone, waits }: Asking & { waits: boolean },
): Promise<EditingView> {
  const claim = () => ({ processId, sessionId: session.id, window, after, now: context.now() });
  const known = await renew(context.storage.db, claim());
  if (!known) return claimEditing(context, session, processId, { window, after });
  if (!waits || known.wantedBy !== null) return viewOf(known, session, window);
  await context.editing.wait(processId, WAIT_MS, gone);
  // Waiting does not extend the time of a window that has closed silently.
  const row = await editorOf(context.storage.db, processId);
  return { ...viewOf(row, session, window), againMs: ALMOST_AT_ONCE_MS };
}

/** Takes the first report of a window, or its first after another window. */
async function claimEditing(
  context: ServerContext,
  session: Session,
  processId: string,
  { window, after }: EditingWindow,
): Promise<EditingView> {
  const view = await act(context, session, processId, anyGrounds, async ({ trx }) => {
    const claim = { processId, sessionId: session.id, window, after, now: context.now() };
    const row = (await hold(trx, claim)) ?? (await editorOf(trx, processId));
    return viewOf(row, session, window);
  });
  if (view.elsewhere) return view;
  context.editing.give(processId);
  // From now on the window may wait for signs.
  return { ...view, againMs: ALMOST_AT_ONCE_MS };
}

/**
 * Lets a window edit once the other one has saved its data and released the application, or has been silent for too
 * long.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low
 */
export async function takeEditing(
  context: ServerContext,
  session: Session,
  processId: string,
  { window, after, gone }: Asking,
): Promise<EditingView> {
  const claim = () => ({ processId, sessionId: session.id, window, after, now: context.now() });
  const asked = await act(context, session, processId, anyGrounds, async ({ trx }) => {
    const row = await hold(trx, claim());
    if (!row) await want(trx, claim());
    return row;
  });
  context.editing.give(processId);
  if (asked) return viewOf(asked, session, window);
  const deadline = Date.now() + GRACE_MS;
  while (!gone.aborted) {
    const left = deadline - Date.now();
    const row = await editorOf(context.storage.db, processId);
    if (row?.windowId === window) return viewOf(row, session, window);
    // The last window that asks wins.
    if (row && row.wantedBy !== window) return viewOf(row, session, window);
    if (!row || row.until <= context.now() || left <= 0) {
      await act(context, session, processId, anyGrounds, ({ trx }) => seize(trx, claim()));
      context.editing.give(processId);
      continue;
    }
    await context.editing.wait(processId, Math.min(left, REPORT_MS), gone);
  }
  return viewOf(await editorOf(context.storage.db, processId), session, window);
}

/**
 * Releases the application at once, before the window's time is over.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low
 */
export async function releaseEditing(
  context: ServerContext,
  session: Session,
  processId: string,
  window: string,
): Promise<void> {
  await act(context, session, processId, anyGrounds, ({ trx }) =>
    release(trx, { processId, window, now: context.now() }),
  );
  context.editing.give(processId);
}

/** Returns the state for a window; without a row nobody edits. */
function viewOf(row: EditingRow | undefined, session: Session, window: string): EditingView {
  const isHere = row === undefined || row.windowId === window;
  return {
    elsewhere: isHere ? null : elsewhere(row, session.id),
    wanted: isHere && row !== undefined && row.wantedBy !== null,
    againMs: REPORT_MS,
  };
}
