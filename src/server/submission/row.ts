import { randomBytes, randomUUID } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Mover } from '#domain/journal.ts';
import { advance, begin } from '#machines/kit/advance.ts';
import { sentApplicationMachine } from '#machines/sentApplication/sentApplication.machine.ts';
import { submissionMachine } from '#machines/submission/submission.machine.ts';
import type { SubmissionEvent } from '#machines/submission/submission.types.ts';
import type { ServerContext } from '#server/context.ts';
import { note, noteRefused } from '#server/journal/journal.ts';
import type { KeptAnnouncement, KeptSeal, SealProof } from '#server/ports/delivery.ts';
import type { Database, Trx } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import type { Tables } from '#server/storage/tables.ts';
import { isFree } from './lease.ts';
import {
  openSubmissionRow,
  type Sealing,
  type SubmissionRow,
  selectSubmission,
  submissionKey,
} from './sealed-row.ts';

export type { SubmissionRow } from './sealed-row.ts';

export const machineRow = (row: Pick<SubmissionRow, 'state' | 'context'>) => ({
  state: row.state,
  context: row.context,
});

/** Ids of the delivery. @throws Error before the step that announces it */
export function announcementOf({ announcement }: SubmissionRow): KeptAnnouncement {
  if (!announcement) throw new Error('The submission has not been announced');
  return announcement;
}

/** The seal, or what remains of it after the delivery. @throws Error before the step that seals */
export function sealOf({ sealed }: SubmissionRow): KeptSeal {
  if (!sealed) throw new Error('The submission has not been sealed');
  return sealed;
}

/** Selects submissions with work to do: not ended, and not waiting for a later try. */
export const isDue = (now: Date) => (eb: ExpressionBuilder<Tables, 'submission'>) =>
  eb.and([
    eb('submission.state', 'not in', ['SUBMISSION_COMPLETED', 'SUBMISSION_FAILURE']),
    eb.or([
      eb('submission.state', '!=', 'waiting'),
      eb(sql<string>`submission.context ->> 'nextTryAt'`, '<=', now.toISOString()),
    ]),
  ]);

/** Returns the submission of a process, as it is in a transaction. */
export async function submissionOf(
  context: Sealing,
  db: Database,
  processId: string,
): Promise<SubmissionRow | undefined> {
  const row = await selectSubmission(db).where('processId', '=', processId).executeTakeFirst();
  return row && openSubmissionRow(context, db, row);
}

/** Returns the submission of a process that no living worker holds, locked until the transaction ends. */
export async function freeSubmission(
  context: Sealing,
  trx: Trx,
  processId: string,
): Promise<SubmissionRow | undefined> {
  const row = await selectSubmission(trx)
    .where('processId', '=', processId)
    .where(isFree)
    .forUpdate()
    .executeTakeFirst();
  return row && openSubmissionRow(context, trx, row);
}

export const findSubmission = async (
  context: ServerContext,
  processId: string,
): Promise<SubmissionRow | null> => (await submissionOf(context, context.storage.db, processId)) ?? null;

/** The finished steps of a submission, in their order. */
export const finishedSteps = (db: Database, processId: string) =>
  db
    .selectFrom('submissionStep')
    .selectAll()
    .where('processId', '=', processId)
    .orderBy('finishedAt')
    .execute();

/** Letters and digits that nobody confuses when reading a ticket number aloud. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** Transfer ticket number: `SP-XXXX-XXXX-XXXX`, 58 bits, so that it cannot be guessed. */
export function newTicketNumber(): string {
  const letters: string[] = [];
  // Bytes past the last whole multiple of the alphabet would favour its first letters.
  const fair = 256 - (256 % ALPHABET.length);
  while (letters.length < 12) {
    for (const byte of randomBytes(16)) {
      if (byte < fair && letters.length < 12) letters.push(ALPHABET[byte % ALPHABET.length]!);
    }
  }
  const text = letters.join('');
  return `SP-${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
}

/** Returns the ticket number that somebody has typed, with or without its prefix and dashes; null for anything else. */
export function ticketNumberIn(text: string): string | null {
  const [, letters] = /^(?:SP)?([A-Z0-9]{12})$/.exec(text.toUpperCase().replace(/[^A-Z0-9]/g, '')) ?? [];
  return letters ? `SP-${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}` : null;
}

/** Begins the submission of a process, and its status as a sent application. */
export async function insertSubmission(
  context: ServerContext,
  trx: Trx,
  processId: string,
  by: Mover,
): Promise<SubmissionRow> {
  const submission = begin(submissionMachine, undefined);
  const sent = begin(sentApplicationMachine, undefined);
  const start = { processId, attempt: null, event: null, from: null, rule: null, by } as const;
  await note(context, trx, { ...start, machine: 'submission', to: submission.state });
  await note(context, trx, { ...start, machine: 'sentApplication', to: sent.state });
  const row = await trx
    .insertInto('submission')
    .values({
      processId,
      messageId: randomUUID(),
      ticketNumber: newTicketNumber(),
      state: submission.state,
      context: json(submission.context),
      leaseOwner: null,
      leaseUntil: null,
      announcement: null,
      sealed: null,
      postbox: null,
      postboxSentAt: null,
      hashes: null,
      submittedAt: null,
      downloadsUntil: null,
      sentState: sent.state,
      sentContext: json(sent.context),
      events: json([]),
      statusCheckedAt: null,
      statusChecks: 0,
      lastError: null,
    })
    .returningAll()
    .returning(submissionKey)
    .executeTakeFirstOrThrow();
  return openSubmissionRow(context, trx, row);
}

/** A delivery that the trail knows and this database does not. */
export type KnownDelivery = {
  messageId: string;
  ticketNumber: string;
  announcement: KeptAnnouncement;
  seal: SealProof;
  deliveredAt: Date;
};

/**
 * Begins the submission of a process as one that was sent after the state to which a restore has brought back the
 * database: the authority has it under these numbers.
 */
export async function insertSent(
  context: ServerContext,
  trx: Trx,
  processId: string,
  { messageId, ticketNumber, announcement, seal, deliveredAt }: KnownDelivery,
): Promise<void> {
  await insertSubmission(context, trx, processId, 'server');
  const found = { processId, attempt: null, event: null, from: null, rule: null, by: 'server' } as const;
  await note(context, trx, { ...found, machine: 'submission', to: 'SUBMISSION_COMPLETED' });
  await trx
    .updateTable('submission')
    .set({
      messageId,
      ticketNumber,
      state: 'SUBMISSION_COMPLETED',
      announcement: json(announcement),
      sealed: json(seal),
      submittedAt: deliveredAt,
      // Its documents were made after that state.
      downloadsUntil: deliveredAt,
    })
    .where('processId', '=', processId)
    .execute();
  await noteDelivered(trx, processId, deliveredAt);
}

/** Stores that the authority has the application, which the delivery service has told on being asked. */
export const noteDelivered = (trx: Trx, processId: string, deliveredAt: Date): Promise<unknown> =>
  trx
    .insertInto('submissionStep')
    .values({ processId, step: 'SUBMIT_DATA_TO_AUTHORITY', outcome: 'done', finishedAt: deliveredAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Stores numbers under which a submission was announced, where it has none. */
export const keepAnnouncement = (trx: Trx, processId: string, known: KeptAnnouncement): Promise<unknown> =>
  trx
    .updateTable('submission')
    .set({ announcement: json(known) })
    .where('processId', '=', processId)
    .where('submittedAt', 'is', null)
    .execute();

/** Stores what signed events of a sent application are compared with: the package that the authority has. */
export const keepProof = (
  trx: Database,
  processId: string,
  { destinationId, authenticationTags }: SealProof,
) =>
  trx
    .updateTable('submission')
    .set({ sealed: json({ destinationId, authenticationTags }) })
    .where('processId', '=', processId)
    .execute();

/** Moves a submission by one event of its machine; null when the machine refuses it, which the journal notes. */
export async function moveSubmission(
  context: ServerContext,
  trx: Trx,
  row: SubmissionRow,
  event: SubmissionEvent,
  by: Mover,
  change: Partial<Pick<SubmissionRow, 'lastError' | 'leaseOwner' | 'leaseUntil'>> = {},
): Promise<SubmissionRow | null> {
  const moved = advance(submissionMachine, machineRow(row), event);
  const { processId, state: from } = row;
  const about = { processId, machine: 'submission', attempt: null, event: event.type, from, by } as const;
  if (!moved.accepted) {
    await noteRefused(context, trx, about);
    return null;
  }
  await note(context, trx, { ...about, to: moved.state, rule: moved.rule });
  const next = await trx
    .updateTable('submission')
    .set({ ...change, state: moved.state, context: json(moved.context) })
    .where('processId', '=', row.processId)
    .returningAll()
    .returning(submissionKey)
    .executeTakeFirstOrThrow();
  return openSubmissionRow(context, trx, next);
}

/** Returns when the application was delivered; null while the authority does not have it. */
export async function deliveredAt(db: Database, processId: string): Promise<Date | null> {
  const step = await db
    .selectFrom('submissionStep')
    .select('finishedAt')
    .where('processId', '=', processId)
    .where('step', '=', 'SUBMIT_DATA_TO_AUTHORITY')
    .executeTakeFirst();
  return step?.finishedAt ?? null;
}

/** Whether the authority has the application, even when the receipt is still missing. */
export const isDelivered = async (db: Database, processId: string): Promise<boolean> =>
  (await deliveredAt(db, processId)) !== null;

/** Offers the downloads of a sent application at least until then. */
export const keepDownloadsLonger = (db: Database, processId: string, until: Date): Promise<unknown> =>
  db
    .updateTable('submission')
    .set({ downloadsUntil: until })
    .where('processId', '=', processId)
    .where('downloadsUntil', '<', until)
    .execute();
