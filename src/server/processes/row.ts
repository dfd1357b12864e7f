import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Locale } from '#domain/locale.ts';
import type { NextStep, ProcessStatus } from '#domain/process-status.ts';
import { reachesLevel } from '#domain/trust-level.ts';

import { canonicalData } from '#forms/summary.ts';
import { advance } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import { type ProcessRow as MachineRow, nextStep } from '#machines/process/process.selectors.ts';
import type { ProcessContext, ProcessEvent } from '#machines/process/process.types.ts';
import type { Metadata } from '#server/content/types.ts';
import type { ServiceContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import type { ProcessTable } from '#server/storage/tables.ts';
import { draftExpired, whyMissing } from './expired-drafts.ts';

export type ProcessRow = Selectable<ProcessTable>;

export const factsOf = (row: Pick<ProcessRow, 'context'>): ProcessContext => row.context as ProcessContext;

/** The row as the process workflow knows it. */
export const machineRow = (row: Pick<ProcessRow, 'status' | 'context'>): MachineRow => ({
  state: row.status as MachineRow['state'],
  context: factsOf(row),
});

/** The step that comes next for the person; a deleted process is erased, so there always is one. */
export const nextStepOf = (row: Pick<ProcessRow, 'status' | 'context'>) =>
  nextStep(machineRow(row)) as NextStep;

/** Language of the page that a person acts on; without it the one of the last act. */
export type Spoken = { lang?: Locale | undefined };

/** What a process remembers of the language somebody acts in. */
export const languageOfAct = (row: ProcessRow, { lang }: Spoken): Pick<ProcessRow, 'locale'> => ({
  locale: lang ?? row.locale,
});

/** Language of what the person gets in writing: the one that the summary was confirmed in. */
export const documentLocale = (row: Pick<ProcessRow, 'locale' | 'confirmedLocale'>): Locale =>
  row.confirmedLocale ?? row.locale;

/**
 * Loads a process for its owner and locks it until the transaction ends. The one place where ownership is
 * checked: unknown, somebody else's and deleted answer the same 404. An application, sent or not, of a form with a
 * higher trust level than the login's is the person's, but stays closed.
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

/** The level of the login decides which applications a person opens (spec section 6). */
export const reachesTrustLevel = (session: Session, metadata: Pick<Metadata, 'trustLevel'>): boolean =>
  reachesLevel(session.identity.trustLevel, metadata.trustLevel);

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

/** Picks processes with a submission on its way: no time ends these. */
export const isRunning = sql<boolean>`process.context ->> 'running' = 'true'`;

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
  advance(processMachine, machineRow(row), event).accepted;

/**
 * Asks the machine before work is done for an operation that it would refuse.
 * @throws ProblemError status-conflict
 */
export function assertAccepts(row: ProcessRow, event: ProcessEvent): void {
  if (!accepts(row, event)) {
    throw new ProblemError('status-conflict', { processStatus: row.status });
  }
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

/** Whether the stored data is what was confirmed; nobody can tell while content has lost the form. */
export function isConfirmed(context: ServiceContext, row: ProcessRow): boolean {
  const { metadata, forms } = context.content();
  const form = forms.get(metadata.get(row.metadataId)?.fmsFormId ?? '');
  return form !== undefined && row.confirmedHash === confirmationHash(context, row);
}

export const statusOf = (row: ProcessRow): ProcessStatus => row.status as ProcessStatus;
