import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import { formEngines } from '#domain/form-engine.ts';
import type { LoginProviderId } from '#domain/login.ts';
import { createCounts } from '#server/analytics/counts.ts';
import { type Config, deliveryAccess, keptSettings } from '#server/config/config.ts';
import { loginsIn } from '#server/config/login-settings.ts';
import { withRenewed } from '#server/config/renewed.ts';
import type { RollOut } from '#server/content-roll-out/roll-out.ts';
import { type Instead, openContent } from '#server/content-store/content-store.ts';
import { createDocuments } from '#server/documents/create-documents.ts';
import { createExaminer } from '#server/examination/examination-thread.ts';
import { createNationalFeedback } from '#server/feedback/national/adapter.ts';
import { createInterruptions } from '#server/interruptions/interruptions.ts';
import { pausable } from '#server/interruptions/pausable.ts';
import { createSmtp } from '#server/mails/smtp/mailer.ts';
import type { Metrics } from '#server/monitoring/metrics.ts';
import { createNeighbours } from '#server/neighbours/neighbours.ts';
import type { PartnerPresence } from '#server/partners/partner-presence.ts';
import { createXbezahldienste } from '#server/payment/xbezahldienste/adapter.ts';
import type { LoginProvider } from '#server/ports/identity.ts';
import type { KeyService } from '#server/ports/key-service.ts';
import { createClamd } from '#server/scanner/clamd.ts';
import { createDataKeys } from '#server/sealing/data-keys.ts';
import { withDeletions } from '#server/security/deletions.ts';
import { openPseudonyms } from '#server/security/pseudonyms.ts';
import { createSecurityLog, openSecurityFile } from '#server/security/security-log.ts';
import type { Storage } from '#server/storage/database.ts';
import { createFitConnect } from '#server/submission/fit-connect/adapter.ts';
import { createPostbox } from '#server/submission/postbox/postbox.ts';
import type { Tracer } from '#server/tracing/spans.ts';
import { createTrail, noTrail } from '#server/trail/trail.ts';
import { type KeptCertificates, keepCertificates } from '#server/watch/certificates.ts';
import { createEditingSigns } from '#server/windows/signs.ts';
import type { ServerContext } from './context.ts';
import { createFormServers } from './form-servers.ts';
import { createLogins, operatorsLogin } from './logins.ts';
import { UNKNOWN_COMMIT } from './unknown-commit.ts';

/** Loads the content of an installation, or another folder instead. @throws ContentRefused with every fault, when a file is broken */
export const contentOf = (
  config: Config,
  log: FastifyBaseLogger,
  presence: PartnerPresence,
  instead: Instead | null = null,
) => {
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
    undefined,
    instead,
  );
  return { formServers, content };
};

type Opened = ReturnType<typeof contentOf> & {
  storage: Storage;
  rollOut: RollOut | null;
  /** The keys of the installation, checked against what is stored. */
  keys: KeyService;
  jobs: PgBoss;
  metrics: Metrics;
  tracer: Tracer | null;
  log: FastifyBaseLogger;
  presence: PartnerPresence;
  now: () => Date;
  onCheckpoint?: ServerContext['onCheckpoint'] | undefined;
  /** Reads the whole configuration again, including files. */
  readAgain: () => Config;
};

/**
 * Creates everything that the server, or a command beside it, works with. Nothing runs yet, but for what the caller
 * stops: certificates, counts, editing.
 */
export async function createContext(read: Config, opened: Opened) {
  const { storage, keys, jobs, metrics, tracer, log, presence, now, readAgain, formServers, content } =
    opened;
  const certificates = keepCertificates(read, { readAgain, log, now });
  const config = withRenewed(read, certificates.current);
  const build = buildInfo(config);
  const interruptions = createInterruptions({ db: storage.db, now, log, isAlone: storage.embedded });
  const delivery = pausable(
    interruptions,
    createFitConnect({
      ...deliveryAccess(config),
      get clientSecret() {
        return certificates.current().FITCONNECT_CLIENT_SECRET;
      },
      userAgent: `Serviceportal/${build.version}`,
      trustedCertificates: () => certificates.current().FITCONNECT_TRUSTED_CERTIFICATES,
      presence,
    }),
  );
  const securityFile = openSecurityFile(config.SECURITY_LOG, (err) =>
    log.error({ err }, 'security log not written'),
  );
  const trailFile = config.TRAIL_FILE
    ? openSecurityFile(config.TRAIL_FILE, (err) => log.error({ err }, 'trail not written'))
    : null;
  const trail = trailFile ? createTrail(trailFile, now) : noTrail;
  const counts = createCounts({ db: storage.db, log, now });
  const identityProviders = new Map<LoginProviderId, LoginProvider>();
  const dataKeys = createDataKeys(keys, now);
  const context: ServerContext = {
    config,
    storage,
    dataKeys,
    content: content.current,
    contentListeners: content.listeners,
    contentReport: content.report,
    rollOut: opened.rollOut,
    interruptions,
    identityProviders,
    operatorsProvider: operatorsLogin(config, presence),
    formServers,
    paymentProvider: createXbezahldienste({
      baseUrl: config.PAYMENT_URL,
      tokenUrl: config.PAYMENT_TOKEN_URL,
      clientId: config.PAYMENT_CLIENT_ID,
      get clientSecret() {
        return certificates.current().PAYMENT_CLIENT_SECRET;
      },
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
    mailer: mailing(config, certificates, presence),
    feedbackComponent: passingOn(config, certificates, presence),
    neighbours: shared(config, { now, presence }),
    documents: createDocuments(),
    examineFile: createExaminer(),
    scanner:
      config.SCANNER_URL && config.SCANNER === 'on'
        ? createClamd(config.SCANNER_URL, {
            presence,
            get certificates() {
              return config.SCANNER_CERTIFICATES;
            },
          })
        : null,
    editing: createEditingSigns(config.DATABASE_URL ? storage.db : null),
    jobs,
    counts,
    metrics,
    tracer,
    log,
    security: withDeletions(
      createSecurityLog(securityFile, await openPseudonyms({ storage, dataKeys, log }, now)),
      trail,
    ),
    trail,
    build,
    now,
    onCheckpoint: opened.onCheckpoint ?? (() => {}),
  };
  for (const provider of createLogins(context, { certificates: certificates.current, presence }))
    identityProviders.set(provider.id, provider);
  return { context, certificates, counts, securityFile, trailFile };
}

/** The variables of e-mails are set together, or not at all (config.ts). */
const mailing = (config: Config, { current }: KeptCertificates, presence: PartnerPresence) =>
  config.SMTP_URL === undefined || config.MAIL_FROM === undefined
    ? null
    : createSmtp({
        url: config.SMTP_URL,
        tls: config.SMTP_TLS === 'required',
        user: config.SMTP_USER,
        password: () => current().SMTP_PASSWORD,
        get certificates() {
          return config.SMTP_CERTIFICATES;
        },
        from: config.MAIL_FROM,
        presence,
      });

/** The variables of the feedback component are set together, or not at all (config.ts). */
function passingOn(
  { NFK_URL: url, NFK_TOKEN: token, NFK_REGION: region }: Config,
  { current }: KeptCertificates,
  presence: PartnerPresence,
) {
  if (url === undefined || token === undefined || region === undefined) return null;
  return createNationalFeedback({ url, token: () => current().NFK_TOKEN ?? token, region, presence });
}

/** The variables of shared services are set together, or not at all (config.ts). */
function shared(config: Config, about: { now: () => Date; presence: PartnerPresence }) {
  const { EFA_ID: id, EFA_PRIVATE_KEY: privateKey, EFA_PARTNERS: partners, PUBLIC_URL: address } = config;
  if (id === undefined || privateKey === undefined || partners === undefined) return null;
  return createNeighbours({
    id,
    get privateKey() {
      return config.EFA_PRIVATE_KEY ?? privateKey;
    },
    ...{ address, partners, ...about },
  });
}

/** Returns the version of the product, and the commit that the operators name. */
export function buildInfo(config: Config): { version: string; commit: string } {
  const root = path.resolve(import.meta.dirname, '../..');
  const file = readFileSync(path.join(root, 'package.json'), 'utf8');
  // A release has the commit that it was made from (deploy/release).
  const { version, commit = UNKNOWN_COMMIT } = JSON.parse(file) as { version: string; commit?: string };
  return { version, commit: config.COMMIT ?? commit };
}
