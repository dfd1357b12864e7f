import type { Locale } from '#domain/locale.ts';
import type { ProcessEvent } from '#machines/process/process.types.ts';
import type { ServiceContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { draftExpired, whyMissing } from '#server/processes/expired-drafts.ts';
import { reachesTrustLevel } from '#server/processes/offer.ts';
import { assertAccepts, assertVersion, factsOf, type ProcessRow } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import { moveProcess, type ProcessChange } from './move.ts';

/** What a person goes by in what they do to an application. */
type Grounds = {
  /** Version that they have seen; null for what is right whatever has been changed since. */
  version: number | null;
  /** Event that the machine has to take before any work is done; null where the first work is to move the application. */
  accepts: ProcessEvent | null;
  /** Language of the page that they act on; without it the one of the last act stays. */
  lang?: Locale | undefined;
};

/** An application that is locked until the transaction ends. */
export type Held = {
  trx: Trx;
  row: ProcessRow;
  /**
   * Moves it by one event of its machine, with the given changes (moveProcess).
   * @param by whose doing it is; 'service' also for what a person does that is no news to anybody else
   */
  move(event: ProcessEvent, change?: ProcessChange, by?: 'person' | 'service'): Promise<ProcessRow>;
};

/**
 * Whatever a person does to an application is done here: in one transaction, on a row that is locked, after it is found
 * to be theirs, to take the event, and to be in the version that they have seen. An application that the work moves
 * speaks the language of the page from then on.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low, status-conflict, version-conflict; nothing is
 * changed then, nor when the work throws
 */
export function act<T>(
  context: ServiceContext,
  session: Session,
  processId: string,
  { version, accepts, lang }: Grounds,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  return context.storage.db.transaction().execute(async (trx) => {
    const row = await loadOwned(context, trx, session, processId);
    if (accepts !== null) assertAccepts(row, accepts);
    if (version !== null) assertVersion(row, version);
    return work({
      trx,
      row,
      move: (event, change = {}, by = 'person') =>
        moveProcess(context, trx, row, event, { locale: lang ?? row.locale, ...change }, by),
    });
  });
}

/**
 * Whatever the service does to an application by itself is done here: in one transaction, on a row that is locked.
 * @param gone what is done when there is no such application any more
 * @returns what the work answers; null when there is no such application
 */
export function actByItself<T>(
  context: ServiceContext,
  processId: string,
  work: (held: Held) => Promise<T>,
  gone?: (trx: Trx) => Promise<T>,
): Promise<T | null> {
  return context.storage.db.transaction().execute(async (trx) => {
    const row = await lock(trx, processId);
    if (!row) return gone ? gone(trx) : null;
    return work({
      trx,
      row,
      move: (event, change = {}) => moveProcess(context, trx, row, event, change, 'service'),
    });
  });
}

/** A process of the caller. @throws ProblemError not-found, draft-expired, trust-level-too-low */
export const readOwned = (
  context: ServiceContext,
  session: Session,
  processId: string,
): Promise<ProcessRow> =>
  context.storage.db.transaction().execute((trx) => loadOwned(context, trx, session, processId));

/**
 * Loads a process for its owner and locks it until the transaction ends. The one place where ownership is
 * checked: unknown, somebody else's and deleted answer the same 404. An application, sent or not, of a form with a
 * higher trust level than the login's is the person's, but stays closed.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low
 */
async function loadOwned(
  context: ServiceContext,
  trx: Trx,
  session: Session,
  processId: string,
): Promise<ProcessRow> {
  const row = await lock(trx, processId);
  if (!row) throw await whyMissing(context, trx, session, processId);
  if (!isOwner(row, session)) throw new ProblemError('not-found', {}, { foreign: row.id });
  // What is on its way is nobody's draft any more: it stays until it has arrived or failed.
  const isDraft = row.status !== 'SUBMITTED' && !factsOf(row).running;
  if (isDraft && row.availableUntil <= context.now()) throw draftExpired(context, row);
  const metadata = context.content().metadata.get(row.metadataId);
  if (metadata && row.userId !== null && !reachesTrustLevel(session, metadata)) {
    throw new ProblemError('trust-level-too-low', { trustLevel: metadata.trustLevel });
  }
  return row;
}

/** A person's process belongs to that person in every session; an anonymous one to its session. */
const isOwner = (row: ProcessRow, session: Session): boolean =>
  row.userId !== null ? row.userId === session.userId : row.sessionId === session.id;

const lock = (trx: Trx, processId: string): Promise<ProcessRow | undefined> =>
  trx.selectFrom('process').selectAll().where('id', '=', processId).forUpdate().executeTakeFirst();
