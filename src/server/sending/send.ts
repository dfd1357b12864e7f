import { randomInt, randomUUID } from 'node:crypto';
import type { StepOutcome, SubmissionStep } from '#domain/submission-step.ts';
import { stepToRun } from '#machines/submission/submission.selectors.ts';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import { within } from '#server/partners/within.ts';
import { enqueue } from '#server/queues/queues.ts';
import type { Trx } from '#server/storage/database.ts';
import { DatabaseUnavailable } from '#server/storage/database-unavailable.ts';
import { DataUnfit, DELIVERY_PARTNER, SchemaNotOffered } from '#server/submission/fit-connect/errors.ts';
import { isFree, LEASE_SECONDS, newLease, secondsHeld } from '#server/submission/lease.ts';
import { isDue, machineRow, moveSubmission, type SubmissionRow } from '#server/submission/row.ts';
import { openSubmissionRow, selectSubmission, submissionKey } from '#server/submission/sealed-row.ts';
import { actByItself } from '#server/workflow/act.ts';
import { endFailed, recordEnd } from './ends.ts';
import { fitsElsewhere } from './other-content.ts';
import { mayPass, NOT_TAKEN, retryOf } from './retry.ts';
import { UNFIT } from './sendable.ts';
import { saveSubmission } from './steps/save-submission.ts';
import { steps } from './steps/steps.ts';

/**
 * Takes the submission under a lease (as a job) and executes its steps from the last checkpoint. Two workers never
 * work on one submission. Only the worker that holds the lease writes a checkpoint, so a worker that was presumed
 * dead cannot interfere.
 */
export async function runSubmission(context: ServerContext, processId: string): Promise<void> {
  const owner = randomUUID();
  let row = await claim(context, processId, owner);
  if (!row) return lookAgain(context, processId);
  const renewing = setInterval(
    () => {
      renew(context, processId, owner).catch((err) => context.log.warn({ err }, 'lease not renewed'));
    },
    LEASE_SECONDS * (1000 / 3),
  );
  try {
    row = await resume(context, row);
    for (let step = stepToRun(machineRow(row)); step && row; step = row && stepToRun(machineRow(row))) {
      row = await runStep(context, row, step, owner);
    }
  } finally {
    clearInterval(renewing);
  }
}

/**
 * Gives up a step that takes too long, together with its lease. Later results of that step are not stored, and the
 * step is tried again as after any other fault of a partner.
 */
const withinLimit = <T>(
  { config }: ServerContext,
  step: SubmissionStep,
  work: () => Promise<T>,
): Promise<T> => within(config.DELIVERY_STEP_SECONDS, { partner: DELIVERY_PARTNER, what: step }, work);

async function runStep(
  context: ServerContext,
  row: SubmissionRow,
  step: SubmissionStep,
  owner: string,
): Promise<SubmissionRow | null> {
  let outcome: StepOutcome = 'done';
  try {
    if (step !== 'SAVE_SUBMISSION')
      outcome = await withinLimit(context, step, () => steps[step](context, row));
  } catch (error) {
    // The database stores nothing now. The job ends, and the step resumes from its checkpoint.
    if (error instanceof DatabaseUnavailable) throw error;
    if (await fitsElsewhere(context, row.processId, error)) return leave(context, row.processId, step, owner);
    if (mayPass(step, error) && (await postpone(context, row.processId, step, owner, error))) return null;
    context.log.error({ processId: row.processId, step, err: error }, 'submission step failed');
    if (step !== 'SUBMIT_DATA_TO_POSTBOX') {
      await fail(context, row.processId, step, owner, error);
      return null;
    }
    // The authority has the application, so a postbox that fails for good must not make sending look failed.
    outcome = 'refused';
  }
  let next: SubmissionRow | null;
  try {
    next = await checkpoint(context, row.processId, { step, outcome }, owner);
  } catch (error) {
    if (await fitsElsewhere(context, row.processId, error)) return leave(context, row.processId, step, owner);
    throw error;
  }
  if (next) context.onCheckpoint(row.processId, step);
  return next;
}

/** Writes a step's checkpoint and outcome; the last one makes the process SUBMITTED in the same transaction. */
async function checkpoint(
  context: ServerContext,
  processId: string,
  { step, outcome }: { step: SubmissionStep; outcome: StepOutcome },
  owner: string,
): Promise<SubmissionRow | null> {
  const done = await actByItself(context, processId, 'server', async (process) => {
    const { trx } = process;
    const row = await leased(context, trx, processId, owner);
    if (!row) return null;
    const finished = { type: 'step.finished', step, outcome } as const;
    const moved = await moveSubmission(context, trx, row, finished, 'server');
    if (!moved) return null;
    await trx
      .insertInto('submissionStep')
      .values({ processId, step, outcome, finishedAt: context.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (step === 'SAVE_SUBMISSION') await saveSubmission(context, process, moved);
    return { moved, process: process.row };
  });
  if (done && step === 'SAVE_SUBMISSION') recordEnd(context, done.process, 'succeeded');
  return done?.moved ?? null;
}

/** Resumes a submission whose wait is over. */
async function resume(context: ServerContext, row: SubmissionRow): Promise<SubmissionRow> {
  if (row.state !== 'waiting') return row;
  const resumed = { type: 'step.resumed' } as const;
  return recorded(
    context,
    async (trx) => (await moveSubmission(context, trx, row, resumed, 'server')) ?? row,
  );
}

/**
 * Postpones a step and schedules the next try; the process stays unchanged, still being sent.
 * @returns whether it is tried again: not when the time for trying is over, or the lease is lost
 */
function postpone(
  context: ServerContext,
  processId: string,
  step: SubmissionStep,
  owner: string,
  error: unknown,
): Promise<boolean> {
  return recorded(context, async (trx) => {
    const row = await leased(context, trx, processId, owner);
    if (!row) return false;
    const { context: facts } = machineRow(row);
    const retry = retryOf(context, facts);
    const { problem, message } = described(error);
    const moved = await moveSubmission(
      context,
      trx,
      row,
      { type: 'step.postponed', step, problem, ...retry },
      'server',
      { lastError: message, leaseOwner: null, leaseUntil: null },
    );
    if (!moved) return false;
    const startAfter = Math.ceil((Date.parse(retry.nextTryAt) - context.now().getTime()) / 1000);
    await enqueue(context, 'submission', { processId }, { trx, startAfter });
    const told = { processId, step, tries: facts.tries + 1, ...retry, err: error };
    if (error instanceof SchemaNotOffered) context.log.error(told, NOT_TAKEN);
    else if (error instanceof DataUnfit) context.log.error(told, UNFIT);
    else context.log.warn(told, 'tried again later');
    return true;
  });
}

/**
 * Returns the seconds until the submission is offered to all processes again, at random. All look for jobs in one
 * rhythm, and after a fixed time the process that has left it would always be the first to find it.
 */
const untilOffered = (): number => randomInt(5, 21);

/**
 * Leaves the submission unchanged, because the content of this process does not fit. Any process may take it next,
 * and operators are warned.
 */
async function leave(
  context: ServerContext,
  processId: string,
  step: SubmissionStep,
  owner: string,
): Promise<null> {
  context.log.warn({ processId, step }, 'left to a process whose content fits');
  await recorded(context, async (trx) => {
    if (!(await leased(context, trx, processId, owner))) return;
    const free = { leaseOwner: null, leaseUntil: null };
    await trx.updateTable('submission').set(free).where('processId', '=', processId).execute();
    await enqueue(context, 'submission', { processId }, { trx, startAfter: untilOffered() });
  });
  return null;
}

/** Moves the process to SUBMIT_FAILURE; the submission can be repeated from this step. */
async function fail(
  context: ServerContext,
  processId: string,
  step: SubmissionStep,
  owner: string,
  error: unknown,
): Promise<void> {
  const failed = await actByItself(context, processId, 'server', async (process) => {
    const row = await leased(context, process.trx, processId, owner);
    if (!row) return null;
    const { problem, message: lastError } = described(error);
    const event = { type: 'step.failed', step, problem } as const;
    return (await endFailed(context, process, row, { event, by: 'server', lastError })) ? process.row : null;
  });
  if (failed) recordEnd(context, failed, 'failed');
}

/** Returns a failure as a short name and, for the operators, its message. */
const described = (error: unknown): { problem: string; message: string } =>
  error instanceof Error
    ? { problem: error.name, message: error.message.slice(0, 2000) }
    : { problem: 'Error', message: String(error).slice(0, 2000) };

async function claim(
  context: ServerContext,
  processId: string,
  owner: string,
): Promise<SubmissionRow | null> {
  const { db } = context.storage;
  const row = await db
    .updateTable('submission')
    .set({ leaseOwner: owner, leaseUntil: newLease })
    .where('processId', '=', processId)
    .where(isDue(context.now()))
    .where(isFree)
    .returningAll()
    .returning(submissionKey)
    .executeTakeFirst();
  return row ? openSubmissionRow(context, db, row) : null;
}

const renew = (context: ServerContext, processId: string, owner: string) =>
  context.storage.db
    .updateTable('submission')
    .set({ leaseUntil: newLease })
    .where('processId', '=', processId)
    .where('leaseOwner', '=', owner)
    .execute();

/** Plans another look after the lease of another worker, in case that worker is dead. */
async function lookAgain(context: ServerContext, processId: string): Promise<void> {
  const seconds = await secondsHeld(context, processId);
  if (seconds !== null) await enqueue(context, 'submission', { processId }, { startAfter: seconds + 1 });
}

async function leased(context: ServerContext, trx: Trx, processId: string, owner: string) {
  const row = await selectSubmission(trx)
    .where('processId', '=', processId)
    .where('leaseOwner', '=', owner)
    .forUpdate()
    .executeTakeFirst();
  return row && openSubmissionRow(context, trx, row);
}
