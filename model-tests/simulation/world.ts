import { sql } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import type { Documents } from '#server/documents/types.ts';
import { handlers, tend } from '#server/jobs/jobs.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import { logIn } from '../use-cases/applications.ts';
import { openTestServer, type TestServer } from '../use-cases/test-server.ts';
import { setDatabaseClock, simulateDatabaseClock } from './database-clock.ts';
import { createPartners, type Partners, portsOf } from './partners.ts';
import { endJob, offerAgain, takeJob, type WaitingJob } from './queue.ts';
import { beginTask, simulateIntervals, type Task } from './tasks.ts';

/** A process of the server: its clock may be wrong, and it may stand still or die. */
export type Process = { skewMs: number; isFrozen: boolean };

/** Time after which a job without a heartbeat is given to another worker, and after which any job is (jobs/jobs.ts). */
const HEARTBEAT_MS = 10_000;
const LONGEST_JOB_MS = 900_000;
/** Age of a login after which the person logs in again. */
const LOGIN_MS = 1_200_000;

type Held = { task: Task; job: WaitingJob | null; since: number };

/** Two processes of one server with their partners, on simulated time and one real database. */
export type World = Awaited<ReturnType<typeof openWorld>>;

/** A document as short as can be: how it looks is tested elsewhere, and drawing takes most of a run. */
const document: Documents['form'] = async (_, out) => void out.end('%PDF-1.4');

/** Opens a world; one is enough for any number of runs, which begin it anew. */
export async function openWorld() {
  const server: TestServer = await openTestServer();
  const { db } = server.context.storage;
  await simulateDatabaseClock(db);
  const undo = simulateIntervals();
  const start = new Date();
  let at = start.getTime();
  let partners: Partners = createPartners();
  let held: Held[] = [];
  /** Jobs whose worker has died, with the moment. */
  let orphans: { id: string; since: number }[] = [];
  let processes: Process[] = [];
  let unexpected: string[] = [];
  let login: { session: Session; at: number } | null = null;

  const now = () => new Date(at);
  const clockOf = (process: number) => () => new Date(at + (processes[process]?.skewMs ?? 0));
  const contextOf = (task: Task, processId: string | null): ServerContext => ({
    ...server.context,
    storage: { ...server.context.storage, embedded: false, tidying: null },
    documents: { ...server.context.documents, form: document, receipt: document, coverLetter: document },
    onCheckpoint: () => undefined,
    now: clockOf(task.process),
    ...portsOf(partners, task, clockOf(task.process), processId),
  });
  const isExpected = (error: unknown) =>
    error === null || error instanceof ProblemError || error instanceof PartnerUnavailable;

  /** Begins work of a process, which ends or waits for a partner. */
  async function begin(
    about: Pick<Task, 'name' | 'process'> & { processId?: string; job?: WaitingJob },
    work: (context: ServerContext) => Promise<unknown>,
  ): Promise<void> {
    const { job = null, processId = null } = about;
    const task = beginTask(
      about,
      (own) => work(contextOf(own, processId)),
      async (error) => {
        if (!isExpected(error))
          unexpected.push(
            `${about.name}: ${error instanceof Error && process.env.TRACE ? error.stack : error}`,
          );
        if (job) await (error === null ? endJob : offerAgain)(db, job.id);
      },
    );
    held.push({ task, job, since: at });
    await task.settle();
    held = held.filter((one) => !one.task.hasEnded);
  }

  return {
    server,
    db,
    now,
    partners: () => partners,
    processes: () => processes,
    /** Tasks that wait for a partner, the oldest first. */
    waiting: () => held.map(({ task }) => task),
    unexpected: () => unexpected,
    begin,
    /** A session of the only person, who logs in again when their last login is too old. */
    async session(): Promise<Session> {
      if (!login || at - login.at > LOGIN_MS)
        login = { session: await logIn({ ...server.context, now }, 'simulated', {}), at };
      return login.session;
    },
    /** Has a process take a job. */
    async work(process: number, job: WaitingJob): Promise<void> {
      await takeJob(db, job.id);
      const processId = 'processId' in job.data ? job.data.processId : undefined;
      const about = { name: job.name, process, job, ...(processId && { processId }) };
      // Only the work of the queue's own type gets its data.
      const run = handlers[job.name] as (context: ServerContext, data: object) => Promise<void>;
      await begin(about, (context) => run(context, job.data));
    },
    tend: (process: number) => begin({ name: 'tend', process }, tend),
    /** Goes on with a task that waits, until it waits again or has ended. */
    async goOn(task: Task, answer: Parameters<NonNullable<Task['call']>['answer']>[0]): Promise<void> {
      task.call?.answer(answer);
      if (answer === 'diesBefore' || answer === 'diesAfter') return;
      await task.settle();
      held = held.filter((one) => !one.task.hasEnded);
    },
    /** Ends all work of a process without a trace, as a power cut does; it begins anew at once. */
    die(process: number): void {
      for (const { task, job } of held) {
        if (task.process === process && job) orphans.push({ id: job.id, since: at });
      }
      held = held.filter(({ task }) => task.process !== process);
      processes[process] = { skewMs: 0, isFrozen: false };
    },
    /** Lets time pass, with what happens by itself. */
    async pass(ms: number): Promise<void> {
      at += ms;
      await setDatabaseClock(db, now());
      if (ms >= 10_000) {
        for (const { task } of held) {
          if (processes[task.process]?.isFrozen) continue;
          for (const renew of task.everyTenSeconds) renew();
        }
      }
      const isLate = (since: number, limit: number) => at - since >= limit;
      for (const { id, since } of orphans) if (isLate(since, HEARTBEAT_MS)) await offerAgain(db, id);
      orphans = orphans.filter(({ since }) => !isLate(since, HEARTBEAT_MS));
      for (const one of held) {
        const isFrozen = processes[one.task.process]?.isFrozen ?? false;
        if (!one.job || !isLate(one.since, isFrozen ? HEARTBEAT_MS : LONGEST_JOB_MS)) continue;
        await offerAgain(db, one.job.id);
        one.job = null;
      }
    },
    /** Begins anew: nothing is stored, two processes live, and it is the day of the start. */
    async reset(): Promise<void> {
      at = start.getTime();
      partners = createPartners();
      [held, orphans, unexpected, login] = [[], [], [], null];
      processes = [0, 1].map(() => ({ skewMs: 0, isFrozen: false }));
      await setDatabaseClock(db, now());
      await server.reset();
      await sql`delete from expired_draft`.execute(db);
    },
    async close(): Promise<void> {
      undo();
      await server.close();
    },
  };
}
