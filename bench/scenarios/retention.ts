import { pino } from 'pino';
import { type PostgresServer, startPostgres } from '#model-tests/http/postgres-server.ts';
import type { ServerContext } from '#server/context.ts';
import { runExpiry } from '#server/jobs/expiry.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import { openStorage } from '#server/storage/database.ts';
import { type Figure, type Scenario, timed } from '../kit/figures.ts';
import { storeBacklog } from '../kit/stored-backlog.ts';

const APPLICATIONS = Number(process.env.RETENTION_APPLICATIONS ?? 20_000);
const WORK_MEM = '64kB';
/** The default of PostgreSQL; tests have less, so that they need less of the disk. */
const WAL = '1GB';
const RUNS = 2;
/** Time of one run, and its place in the minute. */
const MOST_SECONDS = 50;

/** Work before each part of the job: rows, or applications in a state. */
const backlogs: Record<string, string> = {
  'logins under way': 'login_state',
  'sessions, each with its key': 'session',
  'payments without an application': 'payment where live_process is null',
  'hand-overs, each with its key': 'handover',
  'people with nothing left': `app_user where not exists (select from process where user_id = app_user.id)`,
  'drafts, each with its files and key': `process where status = 'EDITING'`,
  'documents of sent applications, with their key': `process where status = 'SUBMITTED' and data <> '{}'`,
  'entries of sent applications': `process join submission on process_id = id
    where data = '{}' and listed_until <= now()`,
};

/** Counts as a superuser, whose statements may take long. */
async function left(server: PostgresServer): Promise<Record<string, number>> {
  const counted = [];
  for (const [name, from] of Object.entries(backlogs)) {
    const [row] = await server.ask(`select count(*)::integer as count from ${from}`);
    counted.push([name, (row as { count: number }).count]);
  }
  return Object.fromEntries(counted);
}

export const retention: Scenario = {
  title: 'Retention',
  about: `${APPLICATIONS.toLocaleString('en')} sealed applications (RETENTION_APPLICATIONS) whose time is over, on a PostgreSQL of its own with work_mem ${WORK_MEM}: ${RUNS} runs of the job`,
  measure: () => measure(),
};

async function* measure(): AsyncGenerator<Figure> {
  const server = await startPostgres(undefined, WAL);
  if (!server) throw new Error('PostgreSQL is not installed');
  const storage = await openStorage({ databaseUrl: server.url, dataDir: '/nowhere' });
  try {
    await server.ask(`alter system set work_mem = '${WORK_MEM}'`);
    await server.ask('select pg_reload_conf()');
    const failures: string[] = [];
    const context = {
      storage,
      dataKeys: testKeys(),
      config: { REFUND_DAYS: 3650 },
      content: () => ({ metadata: new Map() }),
      now: () => new Date(),
      security: { record: () => {} },
      trail: { record: async () => {} },
      log: pino({ level: 'error' }, { write: (line: string) => void failures.push(line) }),
    } as unknown as ServerContext;
    const stored = await timed(() =>
      storeBacklog(server.url, context.dataKeys, {
        count: APPLICATIONS,
        over: new Date(Date.now() - 86_400_000),
      }),
    );
    yield { name: 'time to store it all', value: stored.ms / 1000, unit: 's' };
    let before = await left(server);
    for (const [name, value] of Object.entries(before)) yield { name: `at first: ${name}`, value, unit: '' };
    for (let run = 1; run <= RUNS; run += 1) {
      const { ms } = await timed(() => runExpiry(context));
      yield { name: `run ${run}`, value: ms / 1000, unit: 's', budget: { most: MOST_SECONDS } };
      const after = await left(server);
      for (const [name, count] of Object.entries(after)) {
        const done = (before[name] ?? 0) - count;
        if (done > 0) yield { name: `run ${run}: ${name}`, value: done, unit: '' };
      }
      before = after;
    }
    yield { name: 'failures in the log', value: failures.length, unit: '', budget: { exactly: 0 } };
  } finally {
    await storage.close();
    await server.stop();
  }
}
