import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, sql, type Updateable } from 'kysely';
import type { Mover } from '#domain/journal.ts';
import type { Locale } from '#domain/locale.ts';
import { handInMachine } from '#machines/handIn/handIn.machine.ts';
import type { HandInEvent, HandInInput } from '#machines/handIn/handIn.types.ts';
import { advance, begin } from '#machines/kit/advance.ts';
import type { ServerContext } from '#server/context.ts';
import { note, noteRefused } from '#server/journal/journal.ts';
import type { KeptAnnouncement } from '#server/ports/delivery.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import { enqueue } from '#server/queues/queues.ts';
import type { Database, Trx } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import type { HandedInDocument, HandInTable, Tables } from '#server/storage/tables.ts';
import {
  type HandInRow,
  handInKey,
  openHandIn,
  openHandIns,
  type Sealing,
  sealDocuments,
  selectHandIn,
  withoutNames,
} from './sealed-row.ts';

export type { HandInRow } from './sealed-row.ts';

/** Seconds of silence after which a worker is presumed dead, and another continues. */
export const LEASE_SECONDS = 30;

/** The clock of the database, which all servers share, as for submissions. */
const newLease = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`;
const isFree = (eb: ExpressionBuilder<Tables, 'handIn'>) =>
  eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<', sql<Date>`now()`)]);

/** Selects hand-ins with work to do: one that is to be delivered now, and one whose receipt is missing. */
const isDue = (now: Date) => (eb: ExpressionBuilder<Tables, 'handIn'>) =>
  eb.or([
    eb.and([
      eb('state', '=', 'waiting'),
      eb(sql<string>`hand_in.context ->> 'nextTryAt'`, '<=', now.toISOString()),
    ]),
    eb('receiptDue', '=', true),
  ]);

/** Begins a hand-in of a locked application, with its job, in the transaction of the person's act. */
export async function insertHandIn(
  context: ServerContext,
  trx: Trx,
  { id: processId, dataKey }: Pick<ProcessRow, 'id' | 'dataKey'>,
  { input, documents, locale }: { input: HandInInput; documents: HandedInDocument[]; locale: Locale },
): Promise<HandInRow> {
  const start = begin(handInMachine, input);
  const id = randomUUID();
  const sealed = await sealDocuments(context, trx, { id, processId, dataKey }, documents);
  const row = await trx
    .insertInto('handIn')
    .values({
      id,
      processId,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from hand_in where process_id = ${processId})`,
      state: start.state,
      context: json(start.context),
      documents: sealed,
      announcement: null,
      sealed: null,
      leaseOwner: null,
      leaseUntil: null,
      locale,
      createdAt: context.now(),
      deliveredAt: null,
      receiptId: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await note(context, trx, {
    processId,
    machine: 'handIn',
    attempt: row.number,
    event: null,
    from: null,
    to: start.state,
    rule: null,
    by: 'person',
  });
  await enqueue(context, 'hand-in', { handInId: row.id }, { trx });
  return { ...row, documents };
}

/** Takes a hand-in with work to do under a lease; null when there is none, or another worker has it. */
export async function claimHandIn(
  context: ServerContext,
  handInId: string,
  owner: string,
): Promise<HandInRow | null> {
  const { db } = context.storage;
  const row = await db
    .updateTable('handIn')
    .set({ leaseOwner: owner, leaseUntil: newLease })
    .where('id', '=', handInId)
    .where(isDue(context.now()))
    .where(isFree)
    .returningAll()
    .returning(handInKey)
    .executeTakeFirst();
  return row ? openHandIn(context, db, row) : null;
}

/** Prolongs the lease of a worker that is still at work. */
export const renewHandIn = ({ storage }: ServerContext, handInId: string, owner: string): Promise<unknown> =>
  storage.db
    .updateTable('handIn')
    .set({ leaseUntil: newLease })
    .where('id', '=', handInId)
    .where('leaseOwner', '=', owner)
    .execute();

/** Lets go of a hand-in that the worker cannot go on with. */
export const releaseHandIn = (
  { storage }: ServerContext,
  { id, leaseOwner }: Pick<HandInRow, 'id' | 'leaseOwner'>,
): Promise<unknown> =>
  storage.db
    .updateTable('handIn')
    .set({ leaseOwner: null, leaseUntil: null })
    .where('id', '=', id)
    .where('leaseOwner', 'is not distinct from', leaseOwner)
    .execute();

/**
 * Stores results of a worker as long as it holds the hand-in, and returns the row as it is then.
 * @throws Error when another worker has it
 */
export async function keepInHandIn(
  context: ServerContext,
  { id, leaseOwner }: Pick<HandInRow, 'id' | 'leaseOwner'>,
  values: Updateable<HandInTable>,
): Promise<HandInRow> {
  const { db } = context.storage;
  const row = await db
    .updateTable('handIn')
    .set(values)
    .where('id', '=', id)
    .where('leaseOwner', 'is not distinct from', leaseOwner)
    .returningAll()
    .returning(handInKey)
    .executeTakeFirstOrThrow(() => new Error('another worker has the hand-in'));
  return openHandIn(context, db, row);
}

/** Stores numbers under which a waiting hand-in was announced. @returns whether there is such a hand-in */
export const keepHandInAnnouncement = async (
  trx: Trx,
  handInId: string,
  known: KeptAnnouncement,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('handIn')
    .set({ announcement: json(known) })
    .where('id', '=', handInId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Returns a hand-in that this worker still holds, locked until the transaction ends. */
export async function heldHandIn(
  context: ServerContext,
  trx: Trx,
  { id, leaseOwner }: Pick<HandInRow, 'id' | 'leaseOwner'>,
): Promise<HandInRow | undefined> {
  const row = await selectHandIn(trx)
    .where('id', '=', id)
    .where('leaseOwner', 'is not distinct from', leaseOwner)
    .forUpdate()
    .executeTakeFirst();
  return row && openHandIn(context, trx, row);
}

/** Returns a hand-in that no living worker holds, locked until the transaction ends. */
export async function freeHandIn(
  context: ServerContext,
  trx: Trx,
  { processId, number }: Pick<HandInRow, 'processId' | 'number'>,
): Promise<HandInRow | undefined> {
  const row = await selectHandIn(trx)
    .where('processId', '=', processId)
    .where('number', '=', number)
    .where(isFree)
    .forUpdate()
    .executeTakeFirst();
  return row && openHandIn(context, trx, row);
}

/**
 * Moves a locked hand-in by one event of its machine, frees it, and plans its next try.
 * @returns null when the machine refuses the event, which the journal notes
 */
export async function moveHandIn(
  context: ServerContext,
  trx: Trx,
  row: HandInRow,
  event: HandInEvent,
  by: Mover,
  change: Updateable<HandInTable> = {},
): Promise<HandInRow | null> {
  const moved = advance(handInMachine, { state: row.state, context: row.context }, event);
  const { id, processId, number: attempt, state: from } = row;
  const about = { processId, machine: 'handIn', attempt, event: event.type, from, by } as const;
  if (!moved.accepted) {
    await noteRefused(context, trx, about);
    return null;
  }
  await note(context, trx, { ...about, to: moved.state, rule: moved.rule });
  const next = await trx
    .updateTable('handIn')
    .set({
      leaseOwner: null,
      leaseUntil: null,
      ...change,
      state: moved.state,
      context: json(moved.context),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (next.state === 'waiting') {
    const seconds = (Date.parse(next.context.nextTryAt) - context.now().getTime()) / 1000;
    await enqueue(context, 'hand-in', { handInId: id }, { trx, startAfter: Math.max(0, Math.ceil(seconds)) });
  }
  return { ...next, documents: row.documents };
}

/** Returns the hand-ins of these applications, oldest first, by application; one statement for all. */
export async function handInsOf(
  context: Sealing,
  db: Database,
  processIds: readonly string[],
): Promise<ReadonlyMap<string, HandInRow[]>> {
  if (processIds.length === 0) return new Map();
  const rows = await selectHandIn(db).where('processId', 'in', processIds).orderBy('number').execute();
  return Map.groupBy(await openHandIns(context, db, rows), ({ processId }) => processId);
}

/** Whether a hand-in of an application still waits: until it has an end, nothing of the application is erased. */
export const handInWaits = async (db: Database, processId: string): Promise<boolean> =>
  (await db
    .selectFrom('handIn')
    .select('id')
    .where('processId', '=', processId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()) !== undefined;

/** Forgets what the person has entered or sent: names of rows and of files. Labels of the form and moments stay. */
export async function forgetHandIns(context: Sealing, trx: Trx, processId: string): Promise<void> {
  const rows = await selectHandIn(trx).where('processId', '=', processId).execute();
  const opened = new Map((await openHandIns(context, trx, rows)).map((row) => [row.id, row]));
  for (const { id } of rows) {
    await trx
      .updateTable('handIn')
      .set({
        documents: withoutNames(opened.get(id)?.documents ?? []),
        receiptDue: false,
        receiptId: null,
        leaseOwner: null,
        leaseUntil: null,
      })
      .where('id', '=', id)
      .execute();
  }
}

/** Returns ids of the hand-ins with work to do that no living worker holds and no job takes soon. */
export const forgottenHandIns = async ({ storage, now }: ServerContext): Promise<string[]> => {
  const rows = await storage.db
    .selectFrom('handIn')
    .select('id')
    .where(isDue(now()))
    .where(isFree)
    .where(
      sql<boolean>`not exists (
        select from jobs.job
        where job.name = 'hand-in' and job.state < 'completed'
          and job.start_after <= now() + interval '20 seconds'
          and job.data ->> 'handInId' = hand_in.id::text
      )`,
    )
    .execute();
  return rows.map(({ id }) => id);
};
