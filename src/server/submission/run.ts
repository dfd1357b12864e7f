import { randomUUID } from 'node:crypto';
import { stepToRun } from '#machines/submission/submission.selectors.ts';
import type { StepOutcome, SubmissionStep } from '#machines/submission/submission.types.ts';
import type { ServiceContext } from '#server/context.ts';
import { enqueue } from '#server/jobs/queues.ts';
import { moveProcess } from '#server/processes/move.ts';
import { loadForService } from '#server/processes/row.ts';
import { isFree, leaseSeconds, newLease, secondsHeld } from './lease.ts';
import { machineRow, moveSubmission, type SubmissionRow } from './row.ts';
import { saveSubmission } from './steps/save-submission.ts';
import { steps } from './steps/steps.ts';

/**
 * The job: takes the submission under a lease and does its steps from the last checkpoint on. Two workers never
 * work on one submission, and a checkpoint is only written by the worker that holds the lease, so a worker that
 * was thought dead cannot interfere.
 */
export async function runSubmission(context: ServiceContext, processId: string): Promise<void> {
  const owner = randomUUID();
  let row = await claim(context, processId, owner);
  if (!row) return lookAgain(context, processId);
  const renewing = setInterval(
    () => {
      renew(context, processId, owner).catch((err) => context.log.warn({ err }, 'lease not renewed'));
    },
    leaseSeconds * (1000 / 3),
  );
  try {
    for (let step = stepToRun(machineRow(row)); step && row; step = row && stepToRun(machineRow(row))) {
      row = await runStep(context, row, step, owner);
    }
  } finally {
    clearInterval(renewing);
  }
}

async function runStep(
  context: ServiceContext,
  row: SubmissionRow,
  step: SubmissionStep,
  owner: string,
): Promise<SubmissionRow | null> {
  let outcome: StepOutcome = 'done';
  try {
    if (step !== 'SAVE_SUBMISSION') outcome = await steps[step](context, row);
  } catch (error) {
    context.log.error({ processId: row.processId, step, err: error }, 'submission step failed');
    await fail(context, row.processId, step, owner, error);
    return null;
  }
  const next = await checkpoint(context, row.processId, { step, outcome }, owner);
  if (next) context.onCheckpoint(row.processId, step);
  return next;
}

/** Writes the checkpoint of a step and how it ended; the last one makes the process SUBMITTED in the same transaction. */
function checkpoint(
  context: ServiceContext,
  processId: string,
  { step, outcome }: { step: SubmissionStep; outcome: StepOutcome },
  owner: string,
): Promise<SubmissionRow | null> {
  return context.storage.db.transaction().execute(async (trx) => {
    const process = await loadForService(trx, processId);
    const row = await held(trx, processId, owner);
    if (!process || !row) return null;
    const moved = await moveSubmission(trx, row, { type: 'step.finished', step, outcome });
    if (!moved) return null;
    await trx
      .insertInto('submissionStep')
      .values({ processId, step, outcome, finishedAt: context.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (step === 'SAVE_SUBMISSION') await saveSubmission(context, trx, process, moved);
    return moved;
  });
}

/** The process is kept as SUBMIT_FAILURE; the submission can be repeated from this step on. */
async function fail(
  context: ServiceContext,
  processId: string,
  step: SubmissionStep,
  owner: string,
  error: unknown,
): Promise<void> {
  await context.storage.db.transaction().execute(async (trx) => {
    const process = await loadForService(trx, processId);
    const row = await held(trx, processId, owner);
    if (!process || !row) return;
    const problem = error instanceof Error ? error.name : 'Error';
    const message = error instanceof Error ? error.message : String(error);
    await moveSubmission(
      trx,
      row,
      { type: 'step.failed', step, problem },
      { lastError: message.slice(0, 2000), leaseOwner: null, leaseUntil: null },
    );
    await moveProcess(context, trx, process, { type: 'submission.failed' });
  });
}

async function claim(
  context: ServiceContext,
  processId: string,
  owner: string,
): Promise<SubmissionRow | null> {
  const row = await context.storage.db
    .updateTable('submission')
    .set({ leaseOwner: owner, leaseUntil: newLease })
    .where('processId', '=', processId)
    .where('state', 'not in', ['SUBMISSION_COMPLETED', 'SUBMISSION_FAILURE'])
    .where(isFree)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

const renew = (context: ServiceContext, processId: string, owner: string) =>
  context.storage.db
    .updateTable('submission')
    .set({ leaseUntil: newLease })
    .where('processId', '=', processId)
    .where('leaseOwner', '=', owner)
    .execute();

/** Another worker holds the submission. Should it be dead, there is somebody there when its lease is over. */
async function lookAgain(context: ServiceContext, processId: string): Promise<void> {
  const seconds = await secondsHeld(context, processId);
  if (seconds !== null) await enqueue(context, 'submission', { processId }, { startAfter: seconds + 1 });
}

const held = (trx: Parameters<typeof moveSubmission>[0], processId: string, owner: string) =>
  trx
    .selectFrom('submission')
    .selectAll()
    .where('processId', '=', processId)
    .where('leaseOwner', '=', owner)
    .forUpdate()
    .executeTakeFirst();
