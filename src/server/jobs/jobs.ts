import { sql } from 'kysely';
import type { Job, PgBoss } from 'pg-boss';
import type { ServiceContext } from '#server/context.ts';
import { type ErrorDetails, errorDetails } from '#server/error-details.ts';
import { runFileCheck } from '#server/files/check.ts';
import type { Jobs, QueueName } from '#server/queues/queues.ts';
import { runSubmission } from '#server/sending/send.ts';
import { DatabaseUnavailable } from '#server/storage/database-unavailable.ts';
import { runDeliveryStatus } from '#server/submission/status.ts';
import { runPaymentCheck } from '#server/use-cases/check-payment.ts';
import { attempt } from './attempt.ts';
import { runExpiry } from './expiry.ts';
import {
  completeAllDelivered,
  recoverFileChecks,
  recoverPaymentChecks,
  recoverSubmissions,
  releaseLeases,
  submitAllPaid,
} from './recovery.ts';

type Handlers = { [N in QueueName]: (context: ServiceContext, data: Jobs[N]) => Promise<void> };

const handlers: Handlers = {
  submission: (context, { processId }) => runSubmission(context, processId),
  'payment-check': (context, { paymentId }) => runPaymentCheck(context, paymentId),
  'delivery-status': (context, { processId }) => runDeliveryStatus(context, processId),
  'file-check': (context, { fileId }) => runFileCheck(context, fileId),
  expiry: async (context) => {
    for (const [part, run] of Object.entries(everyMinute))
      await attempt(context, { part }, () => run(context));
  },
  tidying: async ({ storage }) => storage.tidying?.thorough(),
};

/** In this order. Before anything is erased what is paid is sent, also at the end of its time. */
const everyMinute = {
  submitAllPaid,
  completeAllDelivered,
  recoverSubmissions,
  recoverPaymentChecks,
  recoverFileChecks,
  runExpiry,
  tidy: async ({ storage }: ServiceContext) => storage.tidying?.quick(),
};

const concurrency: Record<QueueName, number> = {
  submission: 4,
  'payment-check': 2,
  'delivery-status': 2,
  'file-check': 2,
  expiry: 1,
  tidying: 1,
};

/**
 * A job whose worker died is taken over in seconds: workers give a sign of life, and a job without one for ten
 * seconds is given to another. The first repetition of a failed job comes at once, as the failure was often only that.
 */
const queueOptions = {
  notify: true,
  heartbeatSeconds: 10,
  retryLimit: 8,
  retryBackoff: true,
  retryDelay: 1,
  retryDelayMax: 300,
  deleteAfterSeconds: 24 * 3600,
} as const;

/** Nothing else is done while the embedded database is tidied up: its worker could give no sign of life. */
const { heartbeatSeconds: _, ...unwatched } = queueOptions;
const optionsOf = (name: QueueName) =>
  name === 'tidying' ? { ...unwatched, retryLimit: 0, expireInSeconds: 3600 } : queueOptions;

/** How often the queues are searched for jobs without a sign of life, and for those to be deleted. */
export const queueCare = {
  superviseIntervalSeconds: 5,
  monitorIntervalSeconds: 5,
  maintenanceIntervalSeconds: 3600,
} as const;

/** Starts the workers of all queues and takes up what an earlier end of the service left undone. */
export async function startJobs(context: ServiceContext): Promise<void> {
  const { jobs } = context;
  for (const name of Object.keys(handlers) as QueueName[]) {
    await jobs.createQueue(name, optionsOf(name));
    // The queue of an earlier version stays as it is otherwise.
    await jobs.updateQueue(name, optionsOf(name));
  }
  await watchEarlierJobs(context);
  // No other process works on an embedded database, so whoever held a lease is dead. Before the first worker: what
  // one has taken already would be free again, and another would send the same application beside it.
  if (context.storage.embedded) await releaseLeases(context);
  for (const name of Object.keys(handlers) as QueueName[]) await work(context, jobs, name);
  await jobs.schedule('expiry', '* * * * *');
  // At night, or as soon as it runs again.
  if (context.storage.tidying) {
    await jobs.schedule('tidying', '17 3 * * *', {}, { tz: 'Europe/Berlin', missed: 'once' });
  }
  await recoverSubmissions(context);
  await recoverPaymentChecks(context);
}

const watchedQueues = Object.keys(handlers).filter((name) => name !== 'tidying');

/** Jobs that an earlier version has left have no signs of life to give; who died over them would not be missed. */
const watchEarlierJobs = ({ storage }: ServiceContext) =>
  sql`update jobs.job set heartbeat_seconds = ${queueOptions.heartbeatSeconds}
    where heartbeat_seconds is null and state < 'completed' and name = any(${watchedQueues})`.execute(
    storage.db,
  );

/** What the queue keeps of a failure: an error of the database would bring its statement and all values along. */
class JobFailed extends Error {
  constructor({ type, code }: ErrorDetails) {
    super(code === undefined ? type : `${type} ${code}`);
    this.name = 'JobFailed';
  }
}

/**
 * A worker that has found a job asks for the next one at once: pg-boss lets it sleep until the next poll
 * otherwise, and a queue of many would move at the polling's pace.
 */
async function work<N extends QueueName>(context: ServiceContext, jobs: PgBoss, name: N): Promise<void> {
  const options = {
    batchSize: 1,
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: 5,
    heartbeatRefreshSeconds: 3,
  };
  for (let count = 0; count < concurrency[name]; count += 1) {
    let worker = '';
    worker = await jobs.work<Jobs[N]>(name, options, async ([job]: Job<Jobs[N]>[]) => {
      if (!job) return;
      jobs.notifyWorker(worker);
      try {
        await handlers[name](context, job.data);
      } catch (err) {
        // Without the database none can be done; the log says so once (storage/presence.ts).
        const level = err instanceof DatabaseUnavailable ? 'debug' : 'error';
        context.log[level]({ queue: name, data: job.data, err }, 'job failed');
        throw new JobFailed(errorDetails(err));
      }
    });
  }
}
