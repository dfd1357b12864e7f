import { isDeepStrictEqual } from 'node:util';
import type { Mover } from '#domain/journal.ts';
import type { Locale } from '#domain/locale.ts';
import { reachesLevel } from '#domain/trust-level.ts';
import type { ProcessEvent } from '#machines/process/process.types.ts';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import { ProblemError } from '#server/problem-error.ts';
import { belowLevel, isSent, levelToOpen } from '#server/processes/admission.ts';
import { applicantOf } from '#server/processes/applicant.ts';
import { draftExpired, whyMissing } from '#server/processes/expired-drafts.ts';
import { metadataFor } from '#server/processes/kept-offer.ts';
import {
  assertAccepts,
  assertVersion,
  factsOf,
  findProcess,
  lockProcess,
  type ProcessRow,
} from '#server/processes/row.ts';
import { openProcess, openWhatOpens } from '#server/processes/sealed-row.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Database, Trx } from '#server/storage/database.ts';
import { type EditingWindow, hold } from '#server/windows/editing.ts';
import { moveProcess, type ProcessChange } from './move.ts';

/** Conditions of a person's act on an application. */
type Grounds = {
  /** Version that the person has seen; null for an act that is right whatever has changed since. */
  version: number | null;
  /** Event that the machine must accept before any work is done; null where the work moves the application first. */
  accepts: ProcessEvent | null;
  /** Language of the page of the act; without it the language of the last act stays. */
  lang?: Locale | undefined;
  /** Whether the act is right also where the sealed values do not open: they are empty then. */
  evenBroken?: true;
  /** Only the editing window may act. A client that names no window is bound by the version alone. */
  edits?: true;
};

/** An application that is locked until the transaction ends. */
export type Held = {
  trx: Trx;
  row: ProcessRow;
  /**
   * Moves it by one event of its machine, with the given changes (moveProcess).
   * @param isNews whether a person's act makes a new version; an act of the server never makes one
   */
  move(event: ProcessEvent, change?: ProcessChange, isNews?: boolean): Promise<ProcessRow>;
};

/**
 * Runs every act of a person on an application: in one transaction, on a locked row, once the application is known to
 * be theirs, to accept the event, and to be in the version that they have seen. An application that the work moves
 * takes over the language of the page.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low, edited-elsewhere, status-conflict,
 * version-conflict; nothing is changed then, nor when the work throws
 */
export function act<T>(
  context: ServerContext,
  session: Session,
  processId: string,
  { version, accepts, lang, edits, evenBroken }: Grounds,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  const opening = evenBroken ? openWhatOpens : openProcess;
  return recorded(context, async (trx) => {
    const row = await ownedBy(
      context,
      trx,
      session,
      processId,
      await lockProcess(context, trx, processId, opening),
    );
    if (edits && session.window) await assertEditing(context, trx, row, session, session.window);
    if (accepts !== null) assertAccepts(row, accepts, 'person');
    if (version !== null) assertVersion(row, version);
    return work({
      trx,
      row,
      move: (event, change = {}, isNews = true) =>
        moveProcess(
          context,
          trx,
          row,
          event,
          { locale: lang ?? row.locale, ...madeBy(session, row), ...change },
          { by: 'person', isNews },
        ),
    });
  });
}

/**
 * Runs every automatic act of the server on an application: in one transaction, on a locked row.
 * @param by the cause: the server itself, or a partner with its answer
 * @param gone runs when the application does not exist any more
 * @param evenBroken whether the work is right also where the sealed values do not open: they are empty then
 * @returns the result of the work; null when the application does not exist
 */
export function actByItself<T>(
  context: ServerContext,
  processId: string,
  by: Exclude<Mover, 'person'>,
  work: (held: Held) => Promise<T>,
  { gone, evenBroken }: { gone?: (trx: Trx) => Promise<T>; evenBroken?: true } = {},
): Promise<T | null> {
  const opening = evenBroken ? openWhatOpens : openProcess;
  return recorded(context, async (trx) => {
    const row = await lockProcess(context, trx, processId, opening);
    if (!row) return gone ? gone(trx) : null;
    return work({
      trx,
      row,
      move: (event, change = {}) => moveProcess(context, trx, row, event, change, { by, isNews: false }),
    });
  });
}

/**
 * Returns a process of the caller in its present state. Nothing is locked: `act` reads again before it changes
 * anything.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low
 */
export async function readOwned(
  context: ServerContext,
  session: Session,
  processId: string,
): Promise<ProcessRow> {
  const { db } = context.storage;
  const row = await findProcess(context, db, processId);
  return ownedBy(context, db, session, processId, row);
}

/**
 * Returns a process for its owner. Only this function checks ownership: unknown, foreign and deleted processes get
 * the same 404. A process that needs a higher trust level than the login's stays closed to its owner.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low
 */
async function ownedBy(
  context: ServerContext,
  db: Database,
  session: Session,
  processId: string,
  row: ProcessRow | undefined,
): Promise<ProcessRow> {
  if (!row) throw await whyMissing(context, db, session, processId);
  if (!isOwner(row, session)) throw new ProblemError('not-found', {}, { foreign: row.id });
  // An application that is being sent is no draft any more: it stays until it has arrived or failed.
  const isDraft = row.status !== 'SUBMITTED' && !factsOf(row).running;
  if (isDraft && row.availableUntil <= context.now()) throw draftExpired(context, row);
  const metadata = await metadataFor(context.content(), db, row);
  const needed = levelToOpen(row, metadata);
  if (row.userId !== null && !reachesLevel(session.identity.trustLevel, needed)) {
    throw belowLevel(context, session, needed);
  }
  return row;
}

/** Returns the person who acts on an unsent application, and the level of their login; without an account neither. */
function madeBy(session: Session, row: ProcessRow) {
  if (session.userId === null || isSent(row)) return {};
  const made = applicantOf(session);
  const applicant = made && { ...made, postboxHandle: row.applicant?.postboxHandle ?? null };
  return {
    madeAtLevel: session.identity.trustLevel,
    // Once the application was to be sent, it names the person who wanted that; the postbox changes with the
    // machine's facts.
    ...(applicant !== null &&
      row.userId !== null &&
      row.status !== 'SUBMIT_FAILURE' &&
      !factsOf(row).loginConfirmed &&
      !isDeepStrictEqual(applicant, row.applicant) && { applicant }),
  };
}

/** @throws ProblemError edited-elsewhere when another window edits, which this window may not know yet */
async function assertEditing(
  context: ServerContext,
  trx: Trx,
  { id: processId }: ProcessRow,
  { id: sessionId }: Session,
  window: EditingWindow,
): Promise<void> {
  const held = await hold(trx, { processId, sessionId, ...window, now: context.now() });
  if (!held) throw new ProblemError('edited-elsewhere');
}

/** A logged-in person's process belongs to that person in every session; an anonymous one to its session. */
const isOwner = (row: ProcessRow, session: Session): boolean =>
  row.userId !== null ? row.userId === session.userId : row.sessionId === session.id;
