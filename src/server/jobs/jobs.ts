import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Job, PgBoss } from 'pg-boss';
import { DAY_SECONDS } from '#domain/days.ts';
import { GERMAN_TIME } from '#domain/german-time.ts';
import type { ServerContext } from '#server/context.ts';
import { type ErrorDetails, errorDetails } from '#server/error-details.ts';
import { runFileCheck } from '#server/files/check.ts';
import { runFormCaseEnd } from '#server/form-cases/form-case.ts';
import { sealHandovers } from '#server/handovers/seal-earlier.ts';
import { enqueue, type Jobs, type QueueName, type Traced } from '#server/queues/queues.ts';
import { rememberWorker } from '#server/queues/wake.ts';
import { runHandIn } from '#server/sending/hand-in/run.ts';
import { runSubmission } from '#server/sending/send.ts';
import { attempt } from '#server/storage/attempt.ts';
import { isAway } from '#server/storage/is-away.ts';
import { runDeliveryStatus } from '#server/submission/status.ts';
import { askNeighbours } from '#server/use-cases/ask-neighbour.ts';
import { runPaymentCheck } from '#server/use-cases/check-payment.ts';
import { hashSubjects } from '#server/use-cases/one-person.ts';
import { passFeedbackOn } from '#server/use-cases/pass-feedback-on.ts';
import { reconcile } from '#server/use-cases/reconcile.ts';
import { remindOfDrafts } from '#server/use-cases/remind-of-drafts.ts';
import { sendMail } from '#server/use-cases/send-mail.ts';
import { takeOverTrail } from '#server/use-cases/take-over-trail.ts';
import { runExpiry } from './expiry.ts';
import { keepOffers } from './keep-offers.ts';
import {
  completeAllDelivered,
  recoverFileChecks,
  recoverHandIns,
  recoverMails,
  recoverPaymentChecks,
  recoverSubmissions,
  releaseLeases,
  submitAllPaid,
} from './recovery.ts';
import { sealEarlier } from './seal-earlier.ts';
import { traceJob } from './trace-job.ts';

type Handlers = { [N in QueueName]: (context: ServerContext, data: Jobs[N]) => Promise<void> };

/** The work of each queue's jobs. */
export const handlers: Handlers = {
  submission: (context, { processId }) => runSubmission(context, processId),
  'payment-check': (context, { paymentId }) => runPaymentCheck(context, paymentId),
  'delivery-status': (context, { processId }) => runDeliveryStatus(context, processId),
  'file-check': (context, { fileId }) => runFileCheck(context, fileId),
  'form-case-end': runFormCaseEnd,
  'hand-in': (context, { handInId }) => runHandIn(context, handInId),
  mail: (context, { mailId }) => sendMail(context, mailId),
  expiry: tend,
  tidying: async ({ storage }) => storage.tidying?.thorough(),
};

/** The queues of this version. */
export const queueNames = Object.keys(handlers) as QueueName[];

/** Work in its order: paid applications are sent before anything is erased, even at the end of their time. */
export const everyMinute = {
  reconcile,
  submitAllPaid,
  completeAllDelivered,
  recoverSubmissions,
  recoverPaymentChecks,
  recoverFileChecks,
  recoverHandIns,
  recoverMails,
  askNeighbours,
  remindOfDrafts,
  passFeedbackOn,
  keepOffers,
  hashSubjects,
  sealHandovers,
  runExpiry,
  sealEarlier,
  tidy: async ({ storage }: ServerContext) => storage.tidying?.quick(),
};

const concurrency: Record<QueueName, number> = {
  submission: 4,
  'payment-check': 2,
  'delivery-status': 2,
  'file-check': 2,
  'form-case-end': 1,
  'hand-in': 2,
  mail: 2,
  expiry: 1,
  tidying: 1,
};

/**
 * A job whose worker died is taken over in seconds: workers send a heartbeat, and a job without one for ten seconds
 * is given to another. The first repeat of a failed job comes at once, because often only its worker had died.
 */
const queueOptions = {
  notify: true,
  heartbeatSeconds: 10,
  retryLimit: 8,
  retryBackoff: true,
  retryDelay: 1,
  retryDelayMax: 300,
  deleteAfterSeconds: DAY_SECONDS,
} as const;

/** While the embedded database is tidied, nothing else runs, so the worker could send no heartbeat. */
const { heartbeatSeconds: _, ...unwatched } = queueOptions;
const optionsOf = (name: QueueName) =>
  name === 'tidying' ? { ...unwatched, retryLimit: 0, expireInSeconds: 3600 } : queueOptions;

/** Time between two searches of the queues for jobs without a heartbeat, and for jobs to delete. */
export const queueCare = {
  superviseIntervalSeconds: 5,
  monitorIntervalSeconds: 5,
  maintenanceIntervalSeconds: 3600,
} as const;

/** Makes the queues that are missing; those of an earlier version become as they are now. */
export async function makeQueues({ jobs }: Pick<ServerContext, 'jobs'>): Promise<void> {
  for (const name of queueNames) {
    await jobs.createQueue(name, optionsOf(name));
    // Updates the queue, which would otherwise stay as an earlier version made it.
    await jobs.updateQueue(name, optionsOf(name));
  }
}

/** Starts the workers of all queues and resumes the work that was left when the server last stopped. */
export async function startJobs(context: ServerContext): Promise<void> {
  const { jobs } = context;
  await makeQueues(context);
  await watchEarlierJobs(context);
  // No other server uses an embedded database, so the holder of any lease is dead. This precedes the first worker:
  // otherwise its new lease would be freed, and another worker would send the application as well.
  if (context.storage.embedded) await releaseLeases(context);
  // Before anything is begun that a restored database does not know to be done.
  await takeOverTrail(context);
  for (const name of queueNames) await work(context, jobs, name);
  await jobs.schedule('expiry', '* * * * *');
  // At night, or as soon as the server runs again.
  if (context.storage.tidying) {
    await jobs.schedule('tidying', '17 3 * * *', {}, { tz: GERMAN_TIME, missed: 'once' });
  }
  await enqueue(context, 'expiry', {});
}

/** Workers complete the jobs that they have, and take no others. */
export function beginNoJobs({ jobs, log }: ServerContext): void {
  for (const name of queueNames) {
    jobs.offWork(name, { wait: false }).catch((err) => log.error({ err }, 'job queue'));
  }
}

/** Does the work of every minute: unfinished work continues, and expired data is erased. */
export async function tend(context: ServerContext): Promise<void> {
  for (const [part, run] of Object.entries(everyMinute)) await attempt(context, { part }, () => run(context));
}

const watchedQueues = queueNames.filter((name) => name !== 'tidying');

/** Gives jobs of an earlier version a heartbeat: without it nobody would notice the death of their worker. */
const watchEarlierJobs = ({ storage }: ServerContext) =>
  sql`update jobs.job set heartbeat_seconds = ${queueOptions.heartbeatSeconds}
    where heartbeat_seconds is null and state < 'completed' and name = any(${watchedQueues})`.execute(
    storage.db,
  );

/** The failure as the queue stores it: a database error would include its statement and all values. */
class JobFailed extends Error {
  constructor({ type, code }: ErrorDetails) {
    super(code === undefined ? type : `${type} ${code}`);
    this.name = 'JobFailed';
  }
}

/**
 * Returns the pause of a worker, random for each. Otherwise a process that looks just before another would always do
 * so and take all postponed jobs, also those that it leaves to the other (sending/other-content.ts).
 */
const betweenLooks = (): number => randomInt(4_000_000, 6_000_000) / 1_000_000;

/**
 * Starts a worker of a queue. After a job it asks for the next one at once: otherwise pg-boss lets it sleep until the
 * next poll, and a long queue would move at the polling's pace.
 */
async function work<N extends QueueName>(context: ServerContext, jobs: PgBoss, name: N): Promise<void> {
  for (let count = 0; count < concurrency[name]; count += 1) {
    const options = {
      batchSize: 1,
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: betweenLooks(),
      heartbeatRefreshSeconds: 3,
    };
    let worker = '';
    worker = await jobs.work<Jobs[N] & Traced>(name, options, async ([job]: Job<Jobs[N] & Traced>[]) => {
      if (!job) return;
      jobs.notifyWorker(worker);
      try {
        await traceJob(context.tracer, name, job.data, () => handlers[name](context, job.data));
      } catch (err) {
        const told = { queue: name, data: job.data, err };
        // The fault is not the job's, and `the database is away` is told as an error (storage/presence.ts).
        if (await isAway(context.storage.db, err)) context.log.warn(told, 'job failed');
        else context.log.error(told, 'job failed');
        context.metrics.jobFailed(name);
        throw new JobFailed(errorDetails(err));
      }
    });
    if (context.config.DATABASE_POOLER !== undefined) rememberWorker(jobs, name, worker);
  }
}
