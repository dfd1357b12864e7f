import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { loadContent } from '#server/content-store/load.ts';
import type { ServerContext } from '#server/context.ts';
import { createInterruptions } from '#server/interruptions/interruptions.ts';
import { makeQueues, queueNames } from '#server/jobs/jobs.ts';
import type { ProviderPayment, ProviderPaymentState } from '#server/ports/payment.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import type { SecurityEvent } from '#server/security/events.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { noTrail } from '#server/trail/trail.ts';
import { createEditingSigns } from '#server/windows/signs.ts';

const DAY_MS = 86_400_000;

/**
 * The inner part of a server in the process of a test: its real storage, keys, queues and demonstration content.
 * There is no HTTP, no worker and no partner; the payment provider answers as the test says. The clock stands still at the start of the test: rules of forms know only today.
 */
export type TestServer = {
  context: ServerContext;
  /** Events recorded for the security log. */
  recorded(): SecurityEvent[];
  /** Begins anew: today, without an application, a payment, a person, a job or a record. */
  reset(): Promise<void>;
  /** The jobs that wait in a queue. */
  jobsOf(queue: string): Promise<object[]>;
  /** Erases all jobs, as a restore does. */
  loseJobs(): Promise<unknown>;
  passDays(days: number): void;
  /** Says how a transaction stands at the payment provider, which otherwise waits for the payer; null: it is unknown. */
  report(transactionId: string, state: ProviderPaymentState | null): void;
  close(): Promise<void>;
};

/** Opens the inner part of a server, with the parts that the test replaces. */
export async function openTestServer(
  parts: Partial<Pick<ServerContext, 'paymentProvider'>> = {},
): Promise<TestServer> {
  const loaded = loadContent('content');
  if ('faults' in loaded) throw new Error('the demonstration content is broken');
  const storage = await openTestStorage();
  const jobs = new PgBoss({ ...storage.jobs, schema: 'jobs', supervise: false, schedule: false });
  jobs.on('error', () => {});
  await jobs.start();
  await makeQueues({ jobs });
  // A queue is known from its first job on; asking for it in a transaction would wait for the only connection.
  for (const name of queueNames) await jobs.send(name, {});
  const loseJobs = () => sql`delete from jobs.job`.execute(storage.db);
  await loseJobs();

  let now = new Date();
  let events: SecurityEvent[] = [];
  const { provider, report } = payments(() => now);
  const log = pino({ level: 'silent' });
  const context = {
    storage,
    jobs,
    dataKeys: testKeys(),
    content: () => loaded.content,
    config: {
      PUBLIC_URL: 'https://portal.example',
      SIGNING_SECRET: ['a secret of tests'],
      SESSION_IDLE_MINUTES: 30,
      SESSION_ABSOLUTE_MINUTES: 480,
      CONFIRMING_LOGIN_MINUTES: 30,
      RECENT_LOGIN_MINUTES: 10,
      ANONYMOUS_APPLICATIONS: 1000,
      REFUND_DAYS: 3650,
      DELIVERY_RETRY_DAYS: 7,
      DELIVERY_RETRY_SECONDS: 60,
      DELIVERY_STEP_SECONDS: 60,
      MAIL_RETRY_SECONDS: 60,
      MAIL_RETRY_HOURS: 72,
    },
    identityProviders: new Map([['nkb', {}]]),
    formServers: new Map(),
    paymentProvider: provider,
    mailer: null,
    neighbours: null,
    scanner: null,
    editing: createEditingSigns(null),
    counts: { step: () => undefined, moved: () => undefined },
    log,
    interruptions: createInterruptions({ db: storage.db, now: () => now, log, isAlone: true }),
    security: { record: (event: SecurityEvent) => void events.push(event), assertWritten: () => undefined },
    trail: noTrail,
    now: () => now,
    ...parts,
  } as unknown as ServerContext;
  return {
    context,
    recorded: () => events,
    reset: async () => {
      for (const table of ['process', 'payment', 'refund', 'session', 'appUser'] as const)
        await storage.db.deleteFrom(table).execute();
      await loseJobs();
      events = [];
      now = new Date();
    },
    jobsOf: async (queue) =>
      (
        await sql<{ data: object }>`select data from jobs.job where name = ${queue}`.execute(storage.db)
      ).rows.map(({ data }) => data),
    loseJobs,
    passDays: (days) => {
      now = new Date(now.getTime() + days * DAY_MS);
    },
    report,
    close: async () => {
      context.editing.stop();
      await jobs.stop({ graceful: false });
      await storage.close();
    },
  };
}

/** A payment provider without a wire. */
function payments(now: () => Date) {
  const known = new Map<string, ProviderPayment>();
  const provider: ServerContext['paymentProvider'] = {
    currency: 'EUR',
    methods: [],
    start: async ({ requestId, amountCents }) => {
      const begun = known.get(requestId) ?? {
        transactionId: randomUUID(),
        reference: `R-${requestId}`,
        state: 'pending' as const,
        redirectUrl: 'https://pay.example/page',
        method: null,
        amountCents,
        timestamp: now().toISOString(),
      };
      known.set(requestId, begun);
      return begun;
    },
    status: async (_, transactionId) =>
      [...known.values()].find((one) => one.transactionId === transactionId) ?? null,
  };
  const report: TestServer['report'] = (transactionId, state) => {
    for (const [id, one] of known) {
      if (one.transactionId !== transactionId) continue;
      if (state === null) known.delete(id);
      if (state === null) return;
      const method = state === 'paid' ? 'PAYPAL' : null;
      known.set(id, { ...one, state, method, redirectUrl: null, timestamp: now().toISOString() });
    }
  };
  return { provider, report };
}
