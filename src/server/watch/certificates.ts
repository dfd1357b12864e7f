import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { DAY_MS } from '#domain/days.ts';
import { certificateFaults } from '#server/config/certificate-faults.ts';
import { type Config, ConfigurationRefused, linesOf } from '#server/config/config.ts';

const RENEWED = [
  'NKB_IDP_CERTIFICATE',
  'NKB_PRIVATE_KEY',
  'NKB_CERTIFICATE',
  'ELSTER_IDP_CERTIFICATE',
  'ELSTER_PRIVATE_KEY',
  'ELSTER_CERTIFICATE',
  'EID_PRIVATE_KEY',
  'SK_PRIVATE_KEY',
  'LIP_PRIVATE_KEY',
  'LIP_PUBLIC_KEY',
  'EFA_PRIVATE_KEY',
  'FITCONNECT_TRUSTED_CERTIFICATES',
  'POSTBOX_PRIVATE_KEY',
  'POSTBOX_CERTIFICATE',
  'EID_CLIENT_SECRET',
  'SK_CLIENT_SECRET',
  'PAYMENT_CLIENT_SECRET',
  'FITCONNECT_CLIENT_SECRET',
  'SMTP_PASSWORD',
  'NFK_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'DATABASE_URL',
  'OPERATIONS_TOKEN',
  'OPERATORS_CLIENT_SECRET',
  'SIGNING_SECRET',
  'SCANNER_CERTIFICATES',
  'SMTP_CERTIFICATES',
] as const;

/** Certificates that others show for TLS: how long their keys are is not ours to say. */
const OF_OTHERS: readonly string[] = ['SCANNER_CERTIFICATES', 'SMTP_CERTIFICATES'];
/**
 * Certificates, keys and secrets, which are renewed while the server runs. A certificate and the signing secret may have
 * the old and the new one side by side.
 */
export type Certificates = Pick<Config, (typeof RENEWED)[number]>;

const WATCHED = [
  'NKB_IDP_CERTIFICATE',
  'NKB_CERTIFICATE',
  'ELSTER_IDP_CERTIFICATE',
  'ELSTER_CERTIFICATE',
  'FITCONNECT_TRUSTED_CERTIFICATES',
  'POSTBOX_CERTIFICATE',
] as const;

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
/** Whole days before the end at which the log begins to warn. */
const WARNING_DAYS = 30;

/** Returns every certificate in a PEM text. @throws Error when there is none, or one cannot be read */
export function certificatesIn(pem: string): X509Certificate[] {
  const found = (pem.match(PEM) ?? []).map((one) => new X509Certificate(one));
  if (found.length === 0) throw new Error('there is no PEM certificate');
  return found;
}

export type KeptCertificates = {
  current(): Certificates;
  /** Rereads them; unusable ones are logged, and the old ones stay. */
  reload(): void;
  /** Returns the whole days until each certificate runs out, of the one that is valid longest. */
  days(): { certificate: string; days: number }[];
  stop(): void;
};

/**
 * Stores the partners' certificates as last read. The log shows at the start, after each reading and every day how
 * long they are valid.
 * @param readAgain rereads the whole configuration, including files
 * @throws ConfigurationRefused when one cannot be used
 */
export function keepCertificates(
  config: Config,
  { readAgain, log, now }: { readAgain: () => Config; log: FastifyBaseLogger; now: () => Date },
): KeptCertificates {
  assertUsable(config);
  let present = config;
  const report = () => {
    for (const name of WATCHED) if (present[name] !== undefined) reportOn(name, present[name], log, now());
    const short = shortKeys(present);
    // The keys of demonstrations are short.
    if (short.length > 0 && config.NODE_ENV === 'production')
      log.warn({ keys: short }, 'keys of RSA are shorter than 3,000 bits');
  };
  report();
  const daily = setInterval(report, DAY_MS).unref();
  return {
    current: () => present,
    reload() {
      try {
        const next = readAgain();
        assertUsable(next);
        const changed = RENEWED.filter((name) => String(next[name]) !== String(present[name]));
        present = { ...present, ...Object.fromEntries(RENEWED.map((name) => [name, next[name]])) };
        log.info({ changed }, 'the certificates were read again');
        report();
      } catch (error) {
        // The log does not record messages of errors; these are our own, and name variables and files.
        const reason = error instanceof Error ? error.message : 'unknown';
        log.error({ reason }, 'the certificates cannot be used; the old ones stay');
      }
    },
    days: () =>
      WATCHED.flatMap((certificate) => {
        const pem = present[certificate];
        return pem === undefined ? [] : [{ certificate, days: Math.max(...daysLeftOf(pem, now())) }];
      }),
    stop: () => clearInterval(daily),
  };
}

const PRIVATE = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+?-----END [A-Z ]*PRIVATE KEY-----/g;
/** Minimum length of RSA keys according to the BSI's TR-02102-1. */
const SHORTEST_BITS = 3_000;

/** Returns the variables with a key that is too short for signatures or encryption. */
export function shortKeys(given: Certificates): string[] {
  const isShort = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) =>
    (type?.startsWith('rsa') ?? false) && (details?.modulusLength ?? 0) < SHORTEST_BITS;
  return RENEWED.filter((name) => {
    if (OF_OTHERS.includes(name)) return false;
    const pem = String(given[name] ?? '');
    const keys = (pem.match(PRIVATE) ?? []).map((one) => createPrivateKey(one));
    return [...keys, ...(pem.match(PEM) ?? []).map((one) => new X509Certificate(one).publicKey)].some(
      isShort,
    );
  });
}

/** @throws ConfigurationRefused that names all that cannot be used */
function assertUsable(given: Certificates): void {
  const faults = certificateFaults(given);
  if (faults.length > 0)
    throw new ConfigurationRefused(`The certificates cannot be used:\n${linesOf(faults).join('\n')}`);
}

/** Reports on the certificate that is valid longest: of old and new side by side, the other is meant to expire. */
function reportOn(name: string, pem: string, log: FastifyBaseLogger, at: Date): void {
  const days = daysLeftOf(pem, at);
  const daysLeft = Math.max(...days);
  const facts = { certificate: name, daysLeft, daysLeftOfEach: days };
  if (daysLeft < 0) log.error(facts, 'a certificate has run out');
  else if (daysLeft < WARNING_DAYS) log.warn(facts, 'a certificate runs out soon');
  else log.info(facts, 'a certificate is good');
}

const daysLeftOf = (pem: string, at: Date): number[] =>
  certificatesIn(pem).map((one) => Math.floor((one.validToDate.getTime() - at.getTime()) / DAY_MS));
