import { advance } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import { changesStatusDate, goesOnByItself } from '#machines/process/process.selectors.ts';
import type { ProcessEvent } from '#machines/process/process.types.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { isConfirmed } from '#server/processes/offer.ts';
import { machineRow, type ProcessRow } from '#server/processes/row.ts';
import type { Trx } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { openSubmission } from '#server/submission/open.ts';

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
    | 'madeAtLevel'
  >
> & {
  data?: string;
  applicant?: string | null;
  account?: string | null;
  decisions?: string | null;
  proven?: string | null;
};

/**
 * Moves a process by one event of its machine and stores it with the given changes; automatic steps that follow happen
 * in the same transaction. What a person does makes a new version.
 * @param by who causes the event: an event from the server must not make a person's next save look stale
 * @throws ProblemError status-conflict when the machine refuses the event; nothing is changed then.
 */
export async function moveProcess(
  context: ServerContext,
  trx: Trx,
  row: ProcessRow,
  event: ProcessEvent,
  change: ProcessChange,
  by: 'person' | 'service',
): Promise<ProcessRow> {
  const version = by === 'service' ? row.version : row.version + 1;
  return goOn(context, trx, await step(context, trx, row, event, { ...change, version }));
}

/**
 * Submits a locked process that is paid and lacks nothing else, as the workflow decides (goesOnByItself). What was
 * confirmed must be what is stored; until then the money stays on record.
 */
export async function goOn(context: ServerContext, trx: Trx, row: ProcessRow): Promise<ProcessRow> {
  if (!goesOnByItself(machineRow(row))) return row;
  if (!isConfirmed(context, row)) {
    context.log.warn({ processId: row.id }, 'paid, but not what was confirmed');
    return row;
  }
  return step(context, trx, row, { type: 'submission.requested' });
}

async function step(
  context: ServerContext,
  trx: Trx,
  row: ProcessRow,
  event: ProcessEvent,
  change: ProcessChange & { version?: number } = {},
): Promise<ProcessRow> {
  const moved = advance(processMachine, machineRow(row), event);
  if (!moved.accepted) throw new ProblemError('status-conflict', { processStatus: row.status });
  if (row.counted && moved.state !== row.status) context.counts.step(row.metadataId, moved.state);
  if (event.type === 'submission.requested') await openSubmission(context, trx, row.id);
  const now = context.now();
  return trx
    .updateTable('process')
    .set({
      ...change,
      status: moved.state,
      context: json(moved.context),
      statusChanged: changesStatusDate(row.status, moved.state, event.type) ? now : row.statusChanged,
      updatedAt: now,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
