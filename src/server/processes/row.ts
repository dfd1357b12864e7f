import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { ProcessStatus } from '#contract/shapes.ts';
import { canonicalData } from '#forms/summary.ts';
import { advance } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import type { ProcessContext, ProcessEvent } from '#machines/process/process.types.ts';
import type { Locale, Metadata, TrustLevel } from '#server/content/types.ts';
import type { ServiceContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import type { ProcessTable } from '#server/storage/tables.ts';
import { draftExpired, whyMissing } from './expired-drafts.ts';

export type ProcessRow = Selectable<ProcessTable>;
export type ProcessChange = Partial<
  Pick<
    ProcessRow,
    | 'page'
    | 'locale'
    | 'confirmedHash'
    | 'confirmedAt'
    | 'confirmedLocale'
    | 'sessionId'
    | 'userId'
    | 'availableUntil'
  >
> & { data?: string; applicant?: string | null };

/** Language of the page that a person acts on; without it the one of the last act. */
export type Spoken = { lang?: Locale | undefined };

/** What a process remembers of the language somebody acts in. */
export const languageOfAct = (row: ProcessRow, { lang }: Spoken): Pick<ProcessRow, 'locale'> => ({
  locale: lang ?? row.locale,
});

/** Language of what the person gets in writing: the one that the summary was confirmed in. */
export const documentLocale = (row: Pick<ProcessRow, 'locale' | 'confirmedLocale'>): Locale =>
  row.confirmedLocale ?? row.locale;

export const factsOf = (row: ProcessRow): ProcessContext => row.context as ProcessContext;

/**
 * Loads a process for its owner and locks it until the transaction ends. The one place where ownership is
 * checked: unknown, somebody else's and deleted answer the same 404. A draft of a form with a higher trust level
 * than the login's is the person's, but stays closed.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low
 */
export async function loadOwned(
  context: ServiceContext,
  trx: Trx,
  session: Session,
  processId: string,
): Promise<ProcessRow> {
  const row = await trx
    .selectFrom('process')
    .selectAll()
    .where('id', '=', processId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw await whyMissing(context, trx, session, processId);
  if (!isOwner(row, session)) throw new ProblemError('not-found');
  if (row.status === 'SUBMITTED') return row;
  if (row.availableUntil <= context.now()) throw draftExpired(context, row);
  const metadata = context.content().metadata.get(row.metadataId);
  if (metadata && row.userId !== null && !reachesTrustLevel(session, metadata)) {
    throw new ProblemError('trust-level-too-low', { trustLevel: metadata.trustLevel });
  }
  return row;
}

const rank: Record<TrustLevel, number> = { low: 0, substantial: 1, high: 2 };

/** The level of the login decides which drafts a person sees and works on (spec section 6). */
export const reachesTrustLevel = (session: Session, metadata: Pick<Metadata, 'trustLevel'>): boolean =>
  rank[session.identity.trustLevel] >= rank[metadata.trustLevel];

/** Locks a process for the service itself (jobs); null when it is gone. */
export async function loadForService(trx: Trx, processId: string): Promise<ProcessRow | null> {
  const row = await trx
    .selectFrom('process')
    .selectAll()
    .where('id', '=', processId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** A person's process belongs to that person in every session; an anonymous one to its session. */
export const isOwner = (row: ProcessRow, session: Session): boolean =>
  row.userId !== null ? row.userId === session.userId : row.sessionId === session.id;

/** @throws ProblemError version-conflict when the write is based on an older version. */
export function assertVersion(row: ProcessRow, version: number): void {
  if (row.version !== version) {
    throw new ProblemError('version-conflict', { version: row.version, processStatus: row.status });
  }
}

/** Whether the machine would take the event now. */
export const accepts = (row: ProcessRow, event: ProcessEvent): boolean =>
  advance(processMachine, { state: row.status, context: factsOf(row) }, event).accepted;

/**
 * Asks the machine before work is done for an operation that it would refuse.
 * @throws ProblemError status-conflict
 */
export function assertAccepts(row: ProcessRow, event: ProcessEvent): void {
  if (!accepts(row, event)) {
    throw new ProblemError('status-conflict', { processStatus: row.status });
  }
}

/** Facts that arrive while somebody may be typing: they must not make that person's next save look stale. */
const serviceEvents: ReadonlySet<ProcessEvent['type']> = new Set([
  'payment.settled',
  'payment.failed',
  'payment.cancelled',
  'submission.completed',
  'submission.failed',
]);

/**
 * Moves a process by one event of its machine and stores it with the given changes. What a person does makes a new
 * version.
 * @param by who brings the event about: the service's news must not make a person's next save look stale
 * @throws ProblemError status-conflict when the machine refuses the event; nothing is changed then.
 */
export async function moveProcess(
  context: ServiceContext,
  trx: Trx,
  row: ProcessRow,
  event: ProcessEvent,
  change: ProcessChange = {},
  by: 'person' | 'service' = serviceEvents.has(event.type) ? 'service' : 'person',
): Promise<ProcessRow> {
  const moved = advance(processMachine, { state: row.status, context: factsOf(row) }, event);
  if (!moved.accepted) throw new ProblemError('status-conflict', { processStatus: row.status });
  if (row.counted && moved.state !== row.status) context.counts.step(row.metadataId, moved.state);
  const now = context.now();
  return trx
    .updateTable('process')
    .set({
      ...change,
      version: by === 'service' ? row.version : row.version + 1,
      status: moved.state,
      context: json(moved.context),
      statusChanged: moved.state === row.status ? row.statusChanged : now,
      updatedAt: now,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The offer that a process was started with. @throws ProblemError form-not-found when content lost it. */
export function metadataOf(context: ServiceContext, row: Pick<ProcessRow, 'metadataId'>): Metadata {
  const metadata = context.content().metadata.get(row.metadataId);
  if (!metadata) throw new ProblemError('form-not-found');
  return metadata;
}

/** The form of an offer in a language. */
export function formOf(context: ServiceContext, metadata: Metadata, locale: Locale) {
  const form = context.content().forms.get(metadata.fmsFormId);
  if (!form) throw new ProblemError('form-not-found');
  return form[locale];
}

/** Hash of what the person confirms: the cleaned data, independent of the language (hex SHA-256). */
export function confirmationHash(context: ServiceContext, row: ProcessRow): string {
  const metadata = metadataOf(context, row);
  const text = canonicalData(formOf(context, metadata, 'de'), row.data);
  return createHash('sha256').update(`${metadata.metadataId}\n${row.areaKey}\n${text}`).digest('hex');
}

/** @throws ProblemError summary-changed when the stored data is no longer what was confirmed. */
export function assertConfirmed(context: ServiceContext, row: ProcessRow): void {
  if (row.confirmedHash !== confirmationHash(context, row)) throw new ProblemError('summary-changed');
}

export const statusOf = (row: ProcessRow): ProcessStatus => row.status as ProcessStatus;
