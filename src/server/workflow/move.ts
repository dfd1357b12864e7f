import { sql, type Updateable } from 'kysely';
import type { Move, Mover } from '#domain/journal.ts';
import { advance } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import { changesStatusDate, goesOnByItself } from '#machines/process/process.selectors.ts';
import type { ProcessEvent } from '#machines/process/process.types.ts';
import type { ServerContext } from '#server/context.ts';
import { repeating } from '#server/journal/entries.ts';
import { note, noteRepeated } from '#server/journal/journal.ts';
import { queueMail } from '#server/mails/row.ts';
import { isConfirmed } from '#server/processes/form.ts';
import { keepOffer } from '#server/processes/kept-offer.ts';
import { machineRow, type ProcessRow, refusedBy } from '#server/processes/row.ts';
import { asStored, sealProcess } from '#server/processes/sealed-row.ts';
import type { Trx } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import type { ProcessTable } from '#server/storage/tables.ts';
import { openSubmission } from '#server/submission/open.ts';

export type ProcessChange = Partial<
  Pick<
    ProcessRow,
    | 'page'
    | 'writtenBy'
    | 'locale'
    | 'confirmedHash'
    | 'confirmedForm'
    | 'confirmedAt'
    | 'confirmedLocale'
    | 'sessionId'
    | 'userId'
    | 'availableUntil'
    | 'madeAtLevel'
    | 'metadataId'
    | 'areaKey'
    | 'offerId'
    | 'responsibleDataProcessingUnitId'
    | 'wantsMails'
    | 'mailTo'
    | 'data'
    | 'applicant'
    | 'account'
    | 'decisions'
    | 'proven'
    | 'confirmingLogin'
    | 'statements'
  >
>;

/** Time in which new content may fit again, before the person is told that a paid application is not sent. */
const CONTENT_MAY_RETURN_MS = 3_600_000;

/** The cause of a move, and whether it makes a new version; without one, the next save of any window stays valid. */
type Cause = { by: Mover; isNews: boolean };

/**
 * Moves a process by one event of its machine and stores it with the given changes. Automatic steps that follow, and
 * the entry of the journal, are part of the transaction.
 * @throws ProblemError status-conflict when the machine refuses the event; nothing is changed then.
 */
export async function moveProcess(
  context: ServerContext,
  trx: Trx,
  row: ProcessRow,
  event: ProcessEvent,
  change: ProcessChange,
  { by, isNews }: Cause,
): Promise<ProcessRow> {
  const news = isNews ? { writtenBy: null, ...change, version: row.version + 1 } : change;
  return goOn(context, trx, await step(context, trx, row, event, by, news));
}

/**
 * Submits a locked process that is paid and lacks nothing else, as the workflow decides (goesOnByItself). The stored
 * data must be the confirmed data; until then the money stays on record.
 */
export async function goOn(context: ServerContext, trx: Trx, row: ProcessRow): Promise<ProcessRow> {
  if (!goesOnByItself(machineRow(row))) return row;
  if (!isConfirmed(context, row)) {
    context.log.warn({ processId: row.id }, 'paid, but not what was confirmed');
    await queueMail(context, trx, row, {
      kind: 'notSent',
      occasion: 'paid',
      recipient: row.mailTo,
      facts: { paid: true },
      afterMs: CONTENT_MAY_RETURN_MS,
    });
    return row;
  }
  return step(context, trx, row, { type: 'submission.requested' }, 'server');
}

async function step(
  context: ServerContext,
  trx: Trx,
  row: ProcessRow,
  event: ProcessEvent,
  by: Mover,
  change: ProcessChange & { version?: number } = {},
): Promise<ProcessRow> {
  const moved = advance(processMachine, machineRow(row), event);
  if (!moved.accepted) throw refusedBy(row, event, by);
  if (row.counted && moved.state !== row.status) {
    context.counts.step(row.metadataId, moved.state);
    if (moved.state === 'deleted') context.counts.step(row.metadataId, `${row.status}/deleted`);
  }
  const { id: processId, status: from } = row;
  const { state: to, rule } = moved;
  const entry: Move = { processId, machine: 'process', attempt: null, event: event.type, from, to, rule, by };
  const now = context.now();
  const isSending = event.type === 'submission.requested';
  const news = {
    ...newIn(change, row),
    // What it is sent for is what is offered now; a form that is gone meanwhile stays as it was.
    ...(isSending && { offerId: (await keepOffer(context, trx, row)) ?? row.offerId }),
    status: moved.state,
    statusChanged: changesStatusDate(row.status, moved.state, event.type) ? now : row.statusChanged,
    updatedAt: now,
  };
  const store = from === to ? storeRepeated : storeNew;
  await store(context, trx, entry, {
    ...(await sealProcess(context, trx, row, news)),
    context: json(moved.context),
  });
  // `deleted` is erased in this transaction, and never read.
  const status = moved.state as ProcessRow['status'];
  const next = { ...row, ...asStored(news), status, context: moved.context };
  if (isSending) await openSubmission(context, trx, row.id, by);
  return next;
}

async function storeNew(
  context: ServerContext,
  trx: Trx,
  entry: Move,
  stored: Updateable<ProcessTable>,
): Promise<void> {
  await note(context, trx, entry);
  await trx.updateTable('process').set(stored).where('id', '=', entry.processId).execute();
}

/** Stores a move back to its own state, in one statement with the journal's entry that repeats the last one. */
async function storeRepeated(
  context: ServerContext,
  trx: Trx,
  entry: Move,
  stored: Updateable<ProcessTable>,
): Promise<void> {
  const { repeated } = await trx
    .with('repeated', () => repeating(entry, context.now()))
    .updateTable('process')
    .set(stored)
    .where('id', '=', entry.processId)
    .returning(sql<boolean | null>`(select counted from repeated)`.as('repeated'))
    .executeTakeFirstOrThrow();
  if (repeated === null) await note(context, trx, entry);
  else noteRepeated(context, trx, entry, repeated);
}

/** Returns the part of a change that differs from the stored row: each value costs sending, reading and writing. */
const newIn = (change: ProcessChange & { version?: number }, row: ProcessRow): typeof change =>
  Object.fromEntries(
    Object.entries(change).filter(([name, value]) => value !== row[name as keyof ProcessRow]),
  );
