import { sql } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import type { Documents } from '#server/documents/types.ts';
import { everyMinute, handlers } from '#server/jobs/jobs.ts';
import { parts } from '#server/jobs/parts.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import { attempt, LEFT } from '#server/storage/attempt.ts';
import { logIn } from '../use-cases/applications.ts';
import { openTestServer, type TestServer } from '../use-cases/test-server.ts';
import { setDatabaseClock, simulateDatabaseClock } from './database-clock.ts';
import { connectionOf, databaseOf } from './interrupted-database.ts';
import { createPartners, type Partners, portsOf } from './partners.ts';
import { endJob, offerAgain, takeJob, type WaitingJob } from './queue.ts';
import { beginTask, type Interruption, simulateIntervals, type Task } from './tasks.ts';

/** A process of the server: its clock may be wrong, it may stand still or die, and have content without the forms. */
export type Process = { skewMs: number; isFrozen: boolean; lacksForms: boolean };

/** Time after which a job without a heartbeat is given to another worker, and after which any job is (jobs/jobs.ts). */
const HEARTBEAT_MS = 10_000;
const LONGEST_JOB_MS = 900_000;
/** Age of a login after which the person logs in again. */
const LOGIN_MS = 1_200_000;

const living = (): Process => ({ skewMs: 0, isFrozen: false, lacksForms: false });

type Held = { task: Task; job: WaitingJob | null; since: number };

/** Two processes of one server with their partners, on simulated time and one real database. */
export type World = Awaited<ReturnType<typeof openWorld>>;

/** A document as short as can be: how it looks is tested elsewhere, and drawing takes most of a run. */
const document: Documents['form'] = async (_, out) => void out.end('%PDF-1.4');

/** Work of a minute on what no run has: feedback, neighbours, files, hand-ins, earlier versions. */
const nothingToDo: ReadonlySet<string> = new Set<keyof typeof everyMinute>([
  ...(['reconcile', 'recoverFileChecks', 'recoverHandIns', 'askNeighbours', 'passFeedbackOn'] as const),
  ...(['keepOffers', 'hashSubjects', 'sealHandovers', 'sealEarlier', 'tidy'] as const),
]);
/** Parts of the work that end something by its time, in their order. */
const ending = ['sessions', 'payments', 'refunds', 'notes', 'people', 'applications'] as const;

/** The work of a minute (jobs.ts), without what finds nothing: its questions would take a quarter of a run. */
async function tend(context: ServerContext): Promise<void> {
  const expire = async () => {
    for (const part of ending)
      await attempt(context, { part }, () => parts[part](context, part, context.now(), () => false));
  };
  for (const [part, work] of Object.entries({ ...everyMinute, runExpiry: expire })) {
    if (!nothingToDo.has(part)) await attempt(context, { part }, () => work(context));
  }
}

/** Opens a world; one is enough for any number of runs, which begin it anew. */
export async function openWorld() {
  const server: TestServer = await openTestServer();
  const { db } = server.context.storage;
  await simulateDatabaseClock(db);
  // Statements are few and tables small: a plan for each value would take longer than the work.
  await sql`set plan_cache_mode = force_generic_plan`.execute(db);
  const connection = await connectionOf(db);
  const undo = simulateIntervals();
  const start = new Date();
  let at = start.getTime();
  let partners: Partners = createPartners();
  let held: Held[] = [];
  /** Jobs whose worker has died, with the moment. */
  let orphans: { id: string; since: number }[] = [];
  let processes: Process[] = [];
  let unexpected: string[] = [];
  let deaths = 0;
  let login: { session: Session; at: number } | null = null;

  const now = () => new Date(at);
  /** The queue as a task meets it; a job that is added outside of a transaction is work with the database. */
  const jobsOf = (task: Task) =>
    ({
      send: async (...given: Parameters<ServerContext['jobs']['send']>) => {
        if ((given as unknown as [unknown, unknown, { db?: unknown }])[2]?.db)
          return server.context.jobs.send(...given);
        await task.beforeWork();
        task.beforeStatement();
        return server.context.jobs.send(...given);
      },
    }) as unknown as ServerContext['jobs'];
  const { content: whole } = server.context;
  const withoutForms = { ...whole(), metadata: new Map(), forms: new Map() };
  const contentOf = (process: number) => (processes[process]?.lacksForms ? withoutForms : whole());
  const clockOf = (process: number) => () => new Date(at + (processes[process]?.skewMs ?? 0));
  const isExpected = (error: unknown) =>
    error === null || error instanceof ProblemError || error instanceof PartnerUnavailable;
  const expect = (what: string, error: unknown) => {
    if (isExpected(error)) return;
    unexpected.push(`${what}: ${error instanceof Error && process.env.TRACE ? error.stack : error}`);
  };
  const contextOf = (task: Task, processId: string | null): ServerContext => ({
    ...server.context,
    storage: { ...server.context.storage, db: databaseOf(connection, task), embedded: false, tidying: null },
    jobs: jobsOf(task),
    content: () => contentOf(task.process),
    log: Object.assign(Object.create(server.context.log), {
      error: ({ err }: { err?: unknown }, message: string) => {
        if (message === LEFT && !task.isDead) expect(task.name, err);
      },
    }),
    documents: { ...server.context.documents, form: document, receipt: document, coverLetter: document },
    onCheckpoint: () => undefined,
    now: clockOf(task.process),
    ...portsOf(partners, task, clockOf(task.process), processId),
  });

  /** Begins work of a process, which ends or waits for a partner. */
  async function begin(
    about: Pick<Task, 'name' | 'process'> & {
      processId?: string;
      job?: WaitingJob;
      interrupted?: Interruption | undefined;
    },
    work: (context: ServerContext) => Promise<unknown>,
  ): Promise<void> {
    const { job = null, processId = null } = about;
    const task = beginTask(
      about,
      (own) => work(contextOf(own, processId)),
      async (error) => {
        if (task.isDead) return;
        expect(about.name, error);
        if (job) await (error === null ? endJob : offerAgain)(db, job.id);
      },
    );
    held.push({ task, job, since: at });
    await settle(task);
  }

  async function settle(task: Task): Promise<void> {
    await task.settle();
    if (task.isDead) {
      deaths += 1;
      die(task.process);
    }
    held = held.filter((one) => !one.task.hasEnded);
  }

  /** Ends all work of a process without a trace, as a power cut does; it begins anew at once. */
  function die(process: number): void {
    for (const { task, job } of held) {
      if (task.process !== process) continue;
      task.isDead = true;
      if (job) orphans.push({ id: job.id, since: at });
    }
    held = held.filter(({ task }) => task.process !== process);
    processes[process] = living();
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
    async work(process: number, job: WaitingJob, interrupted?: Interruption): Promise<void> {
      await takeJob(db, job.id);
      const processId = 'processId' in job.data ? job.data.processId : undefined;
      const about = { name: job.name, process, job, interrupted, ...(processId && { processId }) };
      // Only the work of the queue's own type gets its data.
      const run = handlers[job.name] as (context: ServerContext, data: object) => Promise<void>;
      await begin(about, (context) => run(context, job.data));
    },
    tend: (process: number, interrupted?: Interruption) =>
      begin({ name: 'tend', process, interrupted }, tend),
    /** Goes on with a task that waits, until it waits again or has ended. */
    async goOn(task: Task, answer: Parameters<NonNullable<Task['call']>['answer']>[0]): Promise<void> {
      task.call?.answer(answer);
      if (answer === 'diesBefore' || answer === 'diesAfter') die(task.process);
      else await settle(task);
    },
    die,
    /** How many processes have died in the middle of their work. */
    deaths: () => deaths,
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
      processes = [living(), living()];
      await setDatabaseClock(db, now());
      await server.reset();
      await sql`delete from expired_draft`.execute(db);
      // An e-mail outlives its application.
      await sql`delete from mail`.execute(db);
    },
    async close(): Promise<void> {
      undo();
      await server.close();
    },
  };
}
