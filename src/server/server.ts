import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { PgBoss } from 'pg-boss';
import { formEngines } from '#domain/form-engine.ts';
import type { LoginProviderId } from '#domain/login.ts';
import { createCounts } from '#server/analytics/counts.ts';
import { type Config, deliveryAccess, keptSettings } from '#server/config/config.ts';
import { loginsIn } from '#server/config/login-settings.ts';
import { openContent } from '#server/content-store/content-store.ts';
import { createDocuments } from '#server/documents/create-documents.ts';
import { createExaminer } from '#server/examination/examination-thread.ts';
import { createNationalFeedback } from '#server/feedback/national/adapter.ts';
import { createApp } from '#server/http/app.ts';
import { drainable } from '#server/http/draining.ts';
import { listen } from '#server/http/listen.ts';
import { beginNoJobs, queueCare, startJobs, tend } from '#server/jobs/jobs.ts';
import { createSmtp } from '#server/mails/smtp/mailer.ts';
import { createMetrics, type Metrics } from '#server/monitoring/metrics.ts';
import { type Monitoring, startMonitoring } from '#server/monitoring/monitoring.ts';
import { createReadiness, type Readiness } from '#server/monitoring/readiness.ts';
import { createNeighbours } from '#server/neighbours/neighbours.ts';
import { addGauges } from '#server/operations/gauges.ts';
import { createPartnerClient } from '#server/partners/partner-client.ts';
import { type PartnerPresence, partnerPresence } from '#server/partners/partner-presence.ts';
import { createXbezahldienste } from '#server/payment/xbezahldienste/adapter.ts';
import type { LoginProvider } from '#server/ports/identity.ts';
import { createClamd } from '#server/scanner/clamd.ts';
import { serveKeysCommands } from '#server/sealing/command-socket.ts';
import { createDataKeys } from '#server/sealing/data-keys.ts';
import { openKeys } from '#server/sealing/kept-keys.ts';
import { createKeyServices } from '#server/sealing/key-services.ts';
import { runKeysCommand } from '#server/sealing/keys-command.ts';
import { withDeletions } from '#server/security/deletions.ts';
import { openPseudonyms } from '#server/security/pseudonyms.ts';
import { createSecurityLog, openSecurityFile } from '#server/security/security-log.ts';
import { isUpToDate, openStorage, type Storage } from '#server/storage/database.ts';
import { saysThatDatabaseIsAway } from '#server/storage/database-unavailable.ts';
import { createFitConnect } from '#server/submission/fit-connect/adapter.ts';
import { createPostbox } from '#server/submission/postbox/postbox.ts';
import { createTrail, noTrail } from '#server/trail/trail.ts';
import { keepCertificates } from '#server/watch/certificates.ts';
import { clockCalls, watchClocks } from '#server/watch/clock.ts';
import { createEditingSigns } from '#server/windows/signs.ts';
import type { ServerContext } from './context.ts';
import { createFormServers } from './form-servers.ts';
import { inOrder } from './in-order.ts';
import { createLog } from './log.ts';
import { createLogins } from './logins.ts';

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
  config: Config,
  options: Partial<Pick<ServerContext, 'now' | 'onCheckpoint'>> & { readAgain?: () => Config } = {},
): Promise<RunningServer> {
  const log = createLog(config.LOG_LEVEL);
  const presence = partnerPresence(log);
  const metrics = createMetrics();
  const readiness = createReadiness();
  let isStarted = false;
  const monitoring = await watched(config, { readiness, metrics, isStarted: () => isStarted });
  const formServers = createFormServers(config, presence);
  const content = openContent(
    {
      dir: config.CONTENT_DIR,
      skipBroken: config.CONTENT_SKIP_BROKEN,
      theme: config.THEME,
      without: formEngines.filter((engine) => engine !== 'FORMIO' && !formServers.has(engine)),
      logins: loginsIn(config),
      keeping: keptSettings(config),
    },
    log,
  );
  const build = buildInfo(config);
  const storage = await openStorage({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR, log });
  const now = options.now ?? (() => new Date());
  const readAgain = options.readAgain ?? (() => config);
  const keys = await openStoredKeys(config, { storage, log, now, presence, readAgain });
  const jobs = new PgBoss({ ...storage.jobs, ...queueCare, schema: 'jobs' });
  /** True once the storage is closed. Work that has not ended by then continues with the next start. */
  let isClosed = false;
  // While the database is away its workers report that each second; the log reports it once (storage/presence.ts).
  jobs.on('error', (err) =>
    log[isClosed || saysThatDatabaseIsAway(err) ? 'debug' : 'error']({ err }, 'job queue'),
  );
  // Only the message of these warnings is safe: statements and their values come with it.
  jobs.on('warning', ({ message }) => log.warn({ warning: message }, 'job queue'));

  const certificates = keepCertificates(config, { readAgain, log, now });
  const delivery = createFitConnect({
    ...deliveryAccess(config),
    userAgent: `Serviceportal/${build.version}`,
    trustedCertificates: () => certificates.current().FITCONNECT_TRUSTED_CERTIFICATES,
    presence,
  });
  const securityFile = openSecurityFile(config.SECURITY_LOG, (err) =>
    log.error({ err }, 'security log not written'),
  );
  const trailFile = config.TRAIL_FILE
    ? openSecurityFile(config.TRAIL_FILE, (err) => log.error({ err }, 'trail not written'))
    : null;
  const trail = trailFile ? createTrail(trailFile, now) : noTrail;
  const counts = createCounts({ db: storage.db, log, now });
  const identityProviders = new Map<LoginProviderId, LoginProvider>();
  const dataKeys = createDataKeys(keys.service, now);
  const context: ServerContext = {
    config,
    storage,
    dataKeys,
    content: content.current,
    contentListeners: content.listeners,
    contentReport: content.report,
    identityProviders,
    formServers,
    paymentProvider: createXbezahldienste({
      baseUrl: config.PAYMENT_URL,
      tokenUrl: config.PAYMENT_TOKEN_URL,
      clientId: config.PAYMENT_CLIENT_ID,
      clientSecret: config.PAYMENT_CLIENT_SECRET,
      originatorId: config.PAYMENT_ORIGINATOR_ID,
      methods: config.PAYMENT_METHODS,
      version: config.PAYMENT_VERSION,
      presence,
    }),
    delivery,
    postbox: createPostbox({
      delivery,
      destinationId: config.POSTBOX_DESTINATION_ID,
      provider: config.POSTBOX_PROVIDER,
      signer: () => {
        const { POSTBOX_PRIVATE_KEY: privateKey, POSTBOX_CERTIFICATE: certificate } = certificates.current();
        return { privateKey, certificate };
      },
    }),
    mailer: mailing(config, presence),
    feedbackComponent: passingOn(config, presence),
    neighbours: shared(config, { now, presence }),
    documents: createDocuments(),
    examineFile: createExaminer(),
    scanner:
      config.SCANNER_URL && config.SCANNER === 'on'
        ? createClamd(config.SCANNER_URL, { presence, certificates: config.SCANNER_CERTIFICATES })
        : null,
    editing: createEditingSigns(config.DATABASE_URL ? storage.db : null),
    jobs,
    counts,
    metrics,
    log,
    security: withDeletions(
      createSecurityLog(securityFile, await openPseudonyms({ storage, dataKeys, log }, now)),
      trail,
    ),
    trail,
    build,
    now,
    onCheckpoint: options.onCheckpoint ?? (() => {}),
  };
  for (const { slug, sharedService } of content.current().services.values()) {
    if (!sharedService || context.neighbours?.find(sharedService.partner)) continue;
    log.warn({ service: slug, partner: sharedService.partner }, 'no such portal in EFA_PARTNERS');
  }
  if (config.INSPECTOR_URL !== undefined)
    log.warn({ url: config.INSPECTOR_URL }, 'inspected windows may tell another host what happens in them');
  if (context.scanner === null) log.warn('files are taken without a scanner looking at them');
  for (const provider of createLogins(context, { certificates: certificates.current, presence }))
    identityProviders.set(provider.id, provider);

  await jobs.start();
  await startJobs(context);
  const app = await createApp(context);
  const drain = drainable(app);
  const address = await listen(app, { port: config.PORT, host: config.HOST });
  const clocks = watchClocks(
    [...identityProviders.values()].map(({ id, description }) => ({
      address: description.authRequestDestination,
      ask: createPartnerClient({ partner: 'identity', id, ...clockCalls, presence }),
    })),
    log,
    () => new Date(),
  );
  addGauges(metrics.registry, context, {
    partners: presence.standing,
    certificates: certificates.days,
    clocks: clocks.ahead,
  });
  isStarted = true;
  readiness.serve({
    database: async () => ((await isUpToDate(storage.db)) ? null : 'lacks migrations of this version'),
    keys: async () => {
      await keys.service.current();
      return null;
    },
  });
  return {
    app,
    address,
    reloadContent: async () => {
      await content.reload();
      await tend(context);
    },
    tend: () => tend(context),
    reloadCertificates: certificates.reload,
    reloadKeys: keys.service.reload,
    reopenLogs: () => {
      securityFile.reopen();
      trailFile?.reopen();
    },
    stop: async () => {
      readiness.leave();
      if (config.STOP_DELAY_SECONDS > 0) await pause(config.STOP_DELAY_SECONDS * 1000);
      clocks.stop();
      certificates.stop();
      await keys.stop();
      context.editing.stop();
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
        { name: 'pages', by: 0.65, run: () => app.close() },
        { name: 'jobs', by: 0.8, run: (timeout: number) => jobs.stop({ graceful: true, timeout }) },
        { name: 'counts', by: 0.9, run: () => counts.stop() },
        { name: 'database', by: 1, run: close },
        { name: 'security log', by: 1, run: () => securityFile.close() },
        { name: 'trail', by: 1, run: () => trailFile?.close() },
        { name: 'monitoring', by: 1, run: () => monitoring?.stop() },
      ];
      await inOrder(parts, config.STOP_SECONDS * 1000, log);
    },
  };
}

/** Opens the keys of what is stored, and takes commands about them where nobody else can open the database. */
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
    const stopCommands = storage.embedded
      ? await serveKeysCommands(config.DATA_DIR, (command, tell) =>
          runKeysCommand(command, { db, keys: service, now, tell }),
        ).catch((err) => {
          log.warn({ err }, 'commands about the keys cannot be taken');
          return async () => {};
        })
      : async () => {};
    const stop = async () => {
      service.stop();
      await stopCommands();
    };
    return { service, stop };
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

/** The variables of e-mails are set together, or not at all (config.ts). */
const mailing = (config: Config, presence: PartnerPresence) =>
  config.SMTP_URL === undefined || config.MAIL_FROM === undefined
    ? null
    : createSmtp({
        url: config.SMTP_URL,
        tls: config.SMTP_TLS === 'required',
        user: config.SMTP_USER,
        password: config.SMTP_PASSWORD,
        certificates: config.SMTP_CERTIFICATES,
        from: config.MAIL_FROM,
        presence,
      });

/** The variables of the feedback component are set together, or not at all (config.ts). */
function passingOn(
  { NFK_URL: url, NFK_TOKEN: token, NFK_REGION: region }: Config,
  presence: PartnerPresence,
) {
  if (url === undefined || token === undefined || region === undefined) return null;
  return createNationalFeedback({ url, token, region, presence });
}

/** The variables of shared services are set together, or not at all (config.ts). */
function shared(config: Config, about: { now: () => Date; presence: PartnerPresence }) {
  const { EFA_ID: id, EFA_PRIVATE_KEY: privateKey, EFA_PARTNERS: partners, PUBLIC_URL: address } = config;
  if (id === undefined || privateKey === undefined || partners === undefined) return null;
  return createNeighbours({ id, privateKey, address, partners, ...about });
}

function buildInfo(config: Config): { version: string; commit: string } {
  const root = path.resolve(import.meta.dirname, '../..');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { version, commit: config.COMMIT ?? 'unknown' };
}
