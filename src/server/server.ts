import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { PgBoss } from 'pg-boss';
import * as z from 'zod';
import { serveCommands } from '#server/commands/command-socket.ts';
import type { Config } from '#server/config/config.ts';
import { type Renewed, withRenewed } from '#server/config/renewed.ts';
import { faultLines } from '#server/content/fault-lines.ts';
import { shownCopy } from '#server/content-roll-out/agreement.ts';
import { unpackContent } from '#server/content-roll-out/copy.ts';
import { createRollOut, type RollOut } from '#server/content-roll-out/roll-out.ts';
import { ContentRefused } from '#server/content-store/content-refused.ts';
import type { ContentStore, Instead } from '#server/content-store/content-store.ts';
import { createApp } from '#server/http/app.ts';
import { drainable } from '#server/http/draining.ts';
import { listen } from '#server/http/listen.ts';
import { beginNoJobs, queueCare, startJobs, tend } from '#server/jobs/jobs.ts';
import { checkJournal } from '#server/journal-check/check-journal.ts';
import { createMetrics, type Metrics } from '#server/monitoring/metrics.ts';
import { type Monitoring, startMonitoring } from '#server/monitoring/monitoring.ts';
import { createReadiness, type Readiness } from '#server/monitoring/readiness.ts';
import { addGauges, type ProcessFacts } from '#server/operations/gauges.ts';
import { createPartnerClient } from '#server/partners/partner-client.ts';
import { type PartnerPresence, partnerPresence } from '#server/partners/partner-presence.ts';
import { runPersonCommand } from '#server/person-commands/run.ts';
import type { KeyService } from '#server/ports/key-service.ts';
import { enqueue } from '#server/queues/queues.ts';
import { tellOperators } from '#server/running-servers/running-server.ts';
import { openKeys } from '#server/sealing/kept-keys.ts';
import { createKeyServices } from '#server/sealing/key-services.ts';
import { keysCommands, runKeysCommand } from '#server/sealing/keys-command.ts';
import { openStorage, type Storage } from '#server/storage/database.ts';
import { saysThatDatabaseIsAway } from '#server/storage/database-unavailable.ts';
import { JOBS } from '#server/storage/job-queue.ts';
import { unfit } from '#server/storage/schema-fit.ts';
import { openTracing } from '#server/tracing/open-tracing.ts';
import { clockCalls, watchClocks } from '#server/watch/clock.ts';
import { questionsTo, watchPartners } from '#server/watch/partners.ts';
import { watchSecurityText } from '#server/watch/security-text.ts';
import type { ServerContext } from './context.ts';
import { buildInfo, contentOf, createContext } from './create-context.ts';
import { inOrder } from './in-order.ts';
import { createLog } from './log.ts';

export type RunningServer = {
  app: FastifyInstance;
  address: string;
  /**
   * Loads the content folder again; with faults, which are logged, the old content stays. Work that waited for the
   * new content is done at once.
   */
  reloadContent(): Promise<void>;
  /** Does at once the work of every minute. */
  tend(): Promise<void>;
  /** Reads the partners' certificates again; unusable ones are logged, and the old ones stay. */
  reloadCertificates(): void;
  /** Reads the keys of the installation again; such as cannot be used are logged, and the old ones stay. */
  reloadKeys(): Promise<void>;
  /** Opens the files of the security log and of the trail again after something has moved them away. */
  reopenLogs(): void;
  /**
   * Stops within STOP_SECONDS, whoever is connected: calls and jobs in progress are completed as far as that time
   * allows. Interrupted work has had no effect, or continues with the next start, as after any other end.
   */
  stop(): Promise<void>;
};

/**
 * Starts the server: content, storage, partners, jobs, HTTP.
 * @throws ContentRefused with every fault, when a content file is broken
 */
export async function startServer(
  read: Config,
  options: Partial<Pick<ServerContext, 'now' | 'onCheckpoint'>> & {
    readAgain?: () => Config;
    /** Whether the process shows the content of its own folder, whatever the others show. */
    contentAlone?: boolean;
  } = {},
): Promise<RunningServer> {
  let secrets: () => Renewed = () => read;
  const config = withRenewed(read, () => secrets());
  const log = createLog(config.LOG_LEVEL);
  const presence = partnerPresence(log);
  const metrics = createMetrics();
  const readiness = createReadiness();
  let isStarted = false;
  const monitoring = await watched(config, { readiness, metrics, isStarted: () => isStarted });
  const tracer = await openTracing(config, {
    version: buildInfo(config).version,
    headers: () => config.OTEL_EXPORTER_OTLP_HEADERS,
    presence,
  });
  const own = ownContent(() => contentOf(config, log, presence));
  const storage = await openStorage({
    databaseUrl: config.DATABASE_URL,
    addressNow: () => config.DATABASE_URL ?? '',
    dataDir: config.DATA_DIR,
    log,
    migrates: config.MIGRATE_AT_START,
    pooler: config.DATABASE_POOLER,
    traced: tracer !== null,
  });
  const now = options.now ?? (() => new Date());
  const readAgain = options.readAgain ?? (() => read);
  const keys = await openStoredKeys(config, { storage, log, now, presence, readAgain });
  const { formServers, content } =
    'faults' in own
      ? await instead(storage, own, (copy) => contentOf(config, log, presence, copy)).catch(async (error) => {
          keys.stop();
          await storage.close();
          throw error;
        })
      : own;
  if ('faults' in own)
    log.warn(
      { faults: faultLines(own.faults).map((line) => line.trim()) },
      'the content folder cannot be used; the content of the other processes is shown',
    );
  const rollOut =
    storage.embedded || options.contentAlone
      ? null
      : await joined(config, { storage, store: content, log }).catch(async (error) => {
          keys.stop();
          await storage.close();
          throw error;
        });
  const jobs = new PgBoss({ ...storage.jobs, ...queueCare, schema: JOBS });
  /** True once the storage is closed. Work that has not ended by then continues with the next start. */
  let isClosed = false;
  // While the database is away its workers report that each second; the log reports it once (storage/presence.ts).
  jobs.on('error', (err) => {
    if (isClosed || saysThatDatabaseIsAway(err)) log.debug({ err }, 'job queue');
    else log.error({ err }, 'job queue');
  });
  // Only the message of these warnings is safe: statements and their values come with it.
  jobs.on('warning', ({ message }) => log.warn({ warning: message }, 'job queue'));

  const { context, certificates, counts, securityFile, trailFile } = await createContext(read, {
    ...{ storage, jobs, metrics, tracer, log, presence, now, readAgain, formServers, content },
    ...{ keys, rollOut },
    onCheckpoint: options.onCheckpoint,
  });
  secrets = certificates.current;
  for (const { slug, sharedService } of content.current().services.values()) {
    if (!sharedService || context.neighbours?.find(sharedService.partner)) continue;
    log.warn({ service: slug, partner: sharedService.partner }, 'no such portal in EFA_PARTNERS');
  }
  if (config.INSPECTOR_URL !== undefined)
    log.warn({ url: config.INSPECTOR_URL }, 'inspected windows may tell another host what happens in them');
  if (context.scanner === null) log.warn('files are taken without a scanner looking at them');

  await context.interruptions.look();
  await jobs.start();
  await startJobs(context);
  const stopCommands = await takeCommands(context, keys);
  const app = await createApp(context);
  const drain = drainable(app);
  const address = await listen(app, { port: config.PORT, host: config.HOST });
  const clocks = watchClocks(
    [...context.identityProviders.values()].map(({ id, description }) => ({
      address: description.authRequestDestination,
      ask: createPartnerClient({ partner: 'identity', id, ...clockCalls, presence }),
    })),
    log,
    () => new Date(),
  );
  const securityText = watchSecurityText(config, log, now);
  const partners = watchPartners(config, presence, now, questionsTo(config, presence, certificates.current));
  const facts: ProcessFacts = {
    partners: presence.standing,
    certificates: () => [...certificates.days(), ...partners.days()],
    clocks: clocks.ahead,
    contentWaits: () => rollOut?.waitingSeconds() ?? 0,
    logs: () => [
      { log: 'security', isUnwritten: securityFile.fault() !== null },
      ...(trailFile ? [{ log: 'trail', isUnwritten: trailFile.fault() !== null }] : []),
    ],
  };
  addGauges(metrics.registry, context, facts);
  // A job, so that stopping waits for it; without it the next minute does the same.
  rollOut?.run(() => void enqueue(context, 'expiry', {}).catch((err) => log.debug({ err }, 'job queue')));
  context.interruptions.run();
  isStarted = true;
  readiness.serve({
    database: () => unfit(storage.db),
    content: async () => rollOut?.fault() ?? null,
    keys: async () => {
      await keys.current();
      return null;
    },
  });
  const forgetThis = tellOperators(storage.db, {
    id: randomUUID(),
    name: nameOf(config),
    log,
    facts: async () => ({
      ...context.build,
      runsSeconds: Math.round(process.uptime()),
      partners: presence.standing(),
      certificates: [...facts.certificates()],
      clocks: [...facts.clocks()],
      missing: await readiness.missing(),
      unwritten: facts.logs().flatMap((one) => (one.isUnwritten ? one.log : [])),
    }),
  });
  return {
    app,
    address,
    reloadContent: async () => {
      await (rollOut ?? content).reload();
      // While the database is away there is nothing to do; the next minute does it.
      await tend(context).catch((err) => log.debug({ err }, 'job queue'));
    },
    tend: () => tend(context),
    reloadCertificates: certificates.reload,
    reloadKeys: keys.reload,
    reopenLogs: () => {
      securityFile.reopen();
      trailFile?.reopen();
    },
    stop: async () => {
      readiness.leave();
      if (config.STOP_DELAY_SECONDS > 0) await pause(config.STOP_DELAY_SECONDS * 1000);
      clocks.stop();
      partners.stop();
      securityText.stop();
      certificates.stop();
      keys.stop();
      await stopCommands();
      context.editing.stop();
      context.interruptions.stop();
      beginNoJobs(context);
      const answers = async (ms: number) => {
        const { cutOff } = await drain(ms);
        if (cutOff > 0) log.warn({ connections: cutOff }, 'calls were cut off at the end');
      };
      const close = () => {
        isClosed = true;
        return storage.close();
      };
      const parts = [
        // Waiting calls are cut off after half of the time.
        { name: 'calls', by: 0.6, run: answers },
        { name: 'content', by: 0.63, run: () => rollOut?.stop() },
        { name: 'list of servers', by: 0.64, run: forgetThis },
        { name: 'pages', by: 0.65, run: () => app.close() },
        { name: 'jobs', by: 0.8, run: (timeout: number) => jobs.stop({ graceful: true, timeout }) },
        { name: 'counts', by: 0.9, run: () => counts.stop() },
        { name: 'database', by: 1, run: close },
        { name: 'security log', by: 1, run: () => securityFile.close() },
        { name: 'trail', by: 1, run: () => trailFile?.close() },
        // Nobody's work waits for a collector for longer.
        { name: 'traces', by: 1, run: (ms: number) => tracer?.stop(Math.min(ms / 2, 2_000)) },
        { name: 'monitoring', by: 1, run: () => monitoring?.stop() },
      ];
      await inOrder(parts, config.STOP_SECONDS * 1000, log);
    },
  };
}

type OwnContent = ReturnType<typeof contentOf>;

/** Returns the content of the own folder, or why it is refused. */
function ownContent(load: () => OwnContent): OwnContent | ContentRefused {
  try {
    return load();
  } catch (error) {
    if (error instanceof ContentRefused) return error;
    throw error;
  }
}

/**
 * Returns the content that the processes of this database show, where the own folder has faults.
 * @throws ContentRefused with those faults, when the database has no copy that can be used
 */
async function instead(
  { db, embedded }: Storage,
  refused: ContentRefused,
  load: (copy: Instead) => OwnContent,
): Promise<OwnContent> {
  const packed = embedded ? null : await shownCopy(db);
  if (packed === null) throw refused;
  const { dir, remove } = await unpackContent(packed);
  try {
    const copy = ownContent(() => load({ dir, faults: refused.faults }));
    if (copy instanceof ContentRefused) throw refused;
    return copy;
  } finally {
    await remove();
  }
}

/** Name of this process for operators, which no other one of the installation has. */
const nameOf = ({ HOST, PORT }: Config): string => `${hostname()} ${HOST}:${PORT}`;

/** Joins the processes that show the same content. @throws ContentRefused when this one cannot */
async function joined(
  config: Config,
  about: { storage: Storage; store: ContentStore; log: FastifyBaseLogger },
): Promise<RollOut> {
  const { storage, ...parts } = about;
  const name = nameOf(config);
  const rollOut = createRollOut({
    ...{ db: storage.db, dir: config.CONTENT_DIR, id: randomUUID(), name },
    ...parts,
  });
  await rollOut.join();
  return rollOut;
}

/** Opens the keys of what is stored. */
async function openStoredKeys(
  config: Config,
  about: {
    storage: Storage;
    log: FastifyBaseLogger;
    now: () => Date;
    presence: PartnerPresence;
    readAgain: () => Config;
  },
) {
  const { storage, log, now, presence, readAgain } = about;
  const { db } = storage;
  let settings = () => config;
  const create = () => createKeyServices(settings(), { presence });
  try {
    const service = await openKeys({ db, log, now, create });
    settings = readAgain;
    return service;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** Answers those who watch the process, from its start on; null where no port is set for them. */
const watched = (
  { MONITORING_PORT: port, MONITORING_HOST: host }: Config,
  about: { readiness: Readiness; metrics: Metrics; isStarted: () => boolean },
): Promise<Monitoring | null> =>
  port === undefined
    ? Promise.resolve(null)
    : startMonitoring(
        { port, host },
        {
          readiness: about.readiness,
          metrics: () => (about.isStarted() ? about.metrics.text() : null),
        },
      );

/** Takes commands of operators where nobody else can open the database. @returns takes no more */
async function takeCommands(context: ServerContext, keys: KeyService): Promise<() => Promise<void>> {
  const { storage, config, now, log } = context;
  if (!storage.embedded) return async () => {};
  return serveCommands(config.DATA_DIR, {
    keys: (asked, { tell }) =>
      runKeysCommand(z.enum(keysCommands).parse(asked), { db: storage.db, keys, now, tell }),
    person: (asked, output) => runPersonCommand(context, asked, output),
    journal: (_, { tell }) => checkJournal(storage.db, tell),
  }).catch((err) => {
    log.warn({ err }, 'commands of operators cannot be taken');
    return async () => {};
  });
}
