import { sql } from 'kysely';
import type { Mover } from '#domain/journal.ts';
import type { Locale } from '#domain/locale.ts';
import type { NextStep } from '#domain/process-status.ts';

import { advance } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import { nextStep } from '#machines/process/process.selectors.ts';
import type { ProcessContext, ProcessEvent } from '#machines/process/process.types.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Database, Trx } from '#server/storage/database.ts';
import { openProcess, openProcesses, type ProcessRow, type Sealing, selectProcess } from './sealed-row.ts';

export type { ProcessRow } from './sealed-row.ts';

export const factsOf = (row: Pick<ProcessRow, 'context'>): ProcessContext => row.context;

/** The row as the process machine reads it. */
export const machineRow = ({ status, context }: Pick<ProcessRow, 'status' | 'context'>) => ({
  state: status,
  context,
});

/** The person's next step. */
export const nextStepOf = (row: Pick<ProcessRow, 'status' | 'context'>): NextStep =>
  nextStep(machineRow(row));

/** Returns a process in its present state. @throws SealBroken, and as KeyService.unwrap */
export async function findProcess(
  context: Sealing,
  db: Database,
  processId: string,
): Promise<ProcessRow | undefined> {
  const row = await selectProcess(db).where('id', '=', processId).executeTakeFirst();
  return row && openProcess(context, db, row);
}

/** Returns a process that exists. @throws Error when it does not, SealBroken, and as KeyService.unwrap */
export async function presentProcess(
  context: Sealing & Pick<ServerContext, 'storage'>,
  processId: string,
): Promise<ProcessRow> {
  const row = await findProcess(context, context.storage.db, processId);
  if (!row) throw new Error('the application is gone');
  return row;
}

/**
 * Locks a process until the transaction ends.
 * @param open opens it; openWhatOpens where it is needed also broken
 * @throws SealBroken, and as KeyService.unwrap
 */
export async function lockProcess(
  context: Sealing,
  trx: Trx,
  processId: string,
  open: typeof openProcess = openProcess,
): Promise<ProcessRow | undefined> {
  const row = await selectProcess(trx).where('id', '=', processId).forUpdate().executeTakeFirst();
  return row && open(context, trx, row);
}

/** Locks a process until the transaction ends, for work that needs nothing in it. @returns whether it exists */
export const lockExisting = async (trx: Trx, processId: string): Promise<boolean> =>
  (await trx
    .selectFrom('process')
    .select('id')
    .where('id', '=', processId)
    .forUpdate()
    .executeTakeFirst()) !== undefined;

/** Returns whole applications by their ids, the oldest first, but for those whose seal is broken, which are logged. */
export async function wholeApplications(
  context: Sealing,
  db: Database,
  ids: readonly string[],
): Promise<ProcessRow[]> {
  const rows = await selectProcess(db)
    .where(sql<boolean>`process.id = any(${ids}::uuid[])`)
    .orderBy('createdAt')
    .execute();
  return openProcesses(context, db, rows);
}

/** Language of the page that a person acts on; without it the language of the last act. */
export type Spoken = { lang?: Locale | undefined };

/** Returns the language of written messages to the person: the one in which the summary was confirmed. */
export const documentLocale = (row: Pick<ProcessRow, 'locale' | 'confirmedLocale'>): Locale =>
  row.confirmedLocale ?? row.locale;

/** Selects processes that are being sent: no time limit ends these. */
export const isRunning = sql<boolean>`process.context ->> 'running' = 'true'`;

/** Selects processes that no login has confirmed yet. */
export const isNotYetConfirmed = sql<boolean>`process.context ->> 'loginConfirmed' is distinct from 'true'`;

/** @throws ProblemError version-conflict when the write is based on an older version. */
export function assertVersion(row: ProcessRow, version: number): void {
  if (row.version !== version) {
    throw new ProblemError('version-conflict', { version: row.version, processStatus: row.status });
  }
}

/** Whether the machine would accept the event now. */
export const accepts = (row: ProcessRow, event: ProcessEvent): boolean =>
  advance(processMachine, machineRow(row), event).accepted;

/** Returns the refusal of an event by the machine of a process. */
export const refusedBy = (row: ProcessRow, event: ProcessEvent, by: Mover): ProblemError => {
  const { id: processId, status: from } = row;
  const refused = { processId, machine: 'process', attempt: null, event: event.type, from, by } as const;
  return new ProblemError('status-conflict', { processStatus: from }, { refused });
};

/**
 * Asks the machine about an operation before any work is done for it.
 * @throws ProblemError status-conflict
 */
export function assertAccepts(row: ProcessRow, event: ProcessEvent, by: Mover): void {
  if (!accepts(row, event)) throw refusedBy(row, event, by);
}
