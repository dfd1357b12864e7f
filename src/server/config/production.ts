import pg from 'pg';
import { unsafeKeys } from '#server/sealing/settings.ts';
import { tracesUrl } from '#server/tracing/settings.ts';
import type { Fault } from './fault.ts';
import type { Given } from './given.ts';
import { misspelt } from './misspelt.ts';
import { isThisMachine } from './this-machine.ts';
import type { Name, Variables } from './variables.ts';

/** Addresses that are asked, or that people are sent to. */
const PARTNERS = [
  'NKB_ENTRY_POINT',
  'NKB_SLO_URL',
  'NKB_ACCOUNT_URL',
  'NKB_REGISTER_URL_DE',
  'NKB_REGISTER_URL_EN',
  'ELSTER_ENTRY_POINT',
  'ELSTER_SLO_URL',
  'ELSTER_ACCOUNT_URL',
  'ELSTER_REGISTER_URL_DE',
  'ELSTER_REGISTER_URL_EN',
  'EID_ISSUER',
  'SK_ISSUER',
  'SK_ACCOUNT_URL',
  'SK_REGISTER_URL_DE',
  'SK_REGISTER_URL_EN',
  'LIP_URL',
  'NFK_URL',
  'VAULT_URL',
  'PAYMENT_URL',
  'PAYMENT_TOKEN_URL',
  'FITCONNECT_TOKEN_URL',
  'FITCONNECT_SUBMISSION_URL',
  'FITCONNECT_DESTINATION_URL',
  'OPERATORS_ISSUER',
] as const satisfies readonly Name[];

/** Secrets that are texts, and could be guessed. */
const TEXTS = [
  'SIGNING_SECRET',
  'OPERATIONS_TOKEN',
  'PAYMENT_CLIENT_SECRET',
  'FITCONNECT_CLIENT_SECRET',
  'EID_CLIENT_SECRET',
  'SK_CLIENT_SECRET',
  'SMTP_PASSWORD',
  'NFK_TOKEN',
  'OPERATORS_CLIENT_SECRET',
] as const satisfies readonly Name[];

/** Secrets of the portal itself, which no partner has given. They come first among the texts. */
const OUR_OWN: readonly Name[] = ['SIGNING_SECRET', 'OPERATIONS_TOKEN'];

/** Words of examples and demonstrations; no random secret contains one. */
const EXAMPLE =
  /change[-_]?me|secret|password|passwort|geheim|example|beispiel|demonstration|stand-in|0123456789|abcdefgh/i;
const LEAST_CHARACTERS = 6;

/**
 * Returns what keeps the portal from being used for real: data that could be read or changed on their way, lost with the
 * power, or guessed, and variables that nobody reads.
 * @param values the variables that are right by themselves
 */
export function unsafeInProduction(given: Given, values: Partial<Variables>): Fault[] {
  const missing = (name: Name, reason: string): Fault[] =>
    given[name] === undefined ? [{ name, reason }] : [];
  return [
    ...missing('DATABASE_URL', 'is missing; the embedded database is not written through to the disk'),
    ...openDatabases(values),
    ...missing('PUBLIC_URL', 'is missing'),
    ...openAddresses(values),
    ...(values.INSPECTOR === 'self'
      ? [{ name: 'INSPECTOR', reason: 'only operators follow windows of people; leave it off' }]
      : []),
    ...(values.INSPECTOR_URL === undefined
      ? []
      : [{ name: 'INSPECTOR_URL', reason: 'what happens in windows of people is told to no other host' }]),
    ...missing('FITCONNECT_TRUSTED_CERTIFICATES', 'is missing'),
    ...scannerFaults(given, values),
    ...openHeaders(values),
    ...unsafeKeys(values),
    ...weakSecrets(values),
    ...portsByChance(values),
    ...misspelt(given),
  ];
}

function weakSecrets(values: Partial<Variables>): Fault[] {
  const used = new Map<string, Name>();
  return TEXTS.flatMap((name) => {
    const texts = [values[name] ?? []].flat();
    const other = texts.map((text) => used.get(text)).find((one) => one !== undefined);
    for (const text of texts) used.set(text, name);
    const reasons = [
      ...(texts.some(isGuessable)
        ? ['could be guessed: it is an example, or has too few different characters']
        : []),
      ...(texts.some((text) => /^\w+:\/\//.test(text))
        ? ['is an address; the secret itself is expected']
        : []),
      ...(other !== undefined && OUR_OWN.includes(other)
        ? [`is that of ${other}, too: who has one would have both`]
        : []),
    ];
    return reasons.map((reason) => ({ name, reason }));
  });
}

/** Port 0 is any that is free, which no proxy in front and no watcher would find. */
const portsByChance = (values: Partial<Variables>): Fault[] =>
  (['PORT', 'MONITORING_PORT'] as const)
    .filter((name) => values[name] === 0)
    .map((name) => ({ name, reason: 'is 0, which takes any port that is free; a fixed one is expected' }));

const isGuessable = (secret: string): boolean =>
  EXAMPLE.test(secret) || new Set(secret).size < LEAST_CHARACTERS;

/** Whether data on the way to an address can be read: by https: alone they cannot, unless they stay here. */
const isOpen = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol !== 'https:' && !isThisMachine(hostname);
};

function openAddresses({ PUBLIC_URL, EFA_PARTNERS = [], ...values }: Partial<Variables>): Fault[] {
  const open = PARTNERS.filter((name) => values[name] !== undefined && isOpen(values[name]));
  const openPortals = EFA_PARTNERS.filter(({ portal, returnAddresses }) =>
    [portal, ...returnAddresses].some(isOpen),
  );
  return [
    ...(PUBLIC_URL !== undefined && new URL(PUBLIC_URL).protocol !== 'https:'
      ? [{ name: 'PUBLIC_URL', reason: 'https: is expected: browsers keep cookies safe there alone' }]
      : []),
    ...(PUBLIC_URL !== undefined && isThisMachine(new URL(PUBLIC_URL).hostname)
      ? [{ name: 'PUBLIC_URL', reason: 'is this machine, which nobody reaches from another one' }]
      : []),
    ...openPortals.map(({ id }) => ({
      name: 'EFA_PARTNERS',
      reason: `https: is expected for all addresses of ${id}; http: only on this machine`,
    })),
    ...open.map((name) => ({ name, reason: 'https: is expected; http: only on this machine' })),
  ];
}

/** Returns the databases whose data could be read or changed on their way. */
export const openDatabases = (values: Partial<Variables>): Fault[] =>
  (['DATABASE_URL', 'MIGRATION_DATABASE_URL'] as const).flatMap((name) => openDatabase(name, values[name]));

/** Asks the library itself, as parts of the address (`host`, `sslmode`) and `PG*` variables have a say. */
function openDatabase(name: Name, connectionString: string | undefined): Fault[] {
  if (connectionString === undefined) return [];
  try {
    const client = new pg.Client({ connectionString });
    if (isThisMachine(client.host) || client.host.startsWith('/')) return [];
    const tls: unknown = client.ssl;
    if (tls && (tls as { rejectUnauthorized?: boolean }).rejectUnauthorized !== false) return [];
    return [
      {
        name,
        reason: 'TLS is expected (sslmode=verify-full, sslrootcert=…); without only on this machine',
      },
    ];
  } catch (error) {
    // The message may contain the address with its password.
    const { code } = error as NodeJS.ErrnoException;
    return [{ name, reason: `cannot be used${code === undefined ? '' : ` (${code})`}` }];
  }
}

/** Traces have nothing about people; what opens the collector is a secret. */
function openHeaders({ OTEL_EXPORTER_OTLP_HEADERS: headers, ...values }: Partial<Variables>): Fault[] {
  const address = tracesUrl(values);
  if (headers === undefined || address === null || !isOpen(address)) return [];
  return [
    {
      name: 'OTEL_EXPORTER_OTLP_HEADERS',
      reason: 'are secret: https: is expected of the collector; http: only on this machine',
    },
  ];
}

function scannerFaults(given: Given, { SCANNER, SCANNER_URL }: Partial<Variables>): Fault[] {
  if (SCANNER === 'off') return [];
  const name = 'SCANNER_URL';
  if (given[name] === undefined) return [{ name, reason: 'is missing; SCANNER=off takes files without it' }];
  if (SCANNER_URL === undefined) return [];
  const { protocol, hostname } = new URL(SCANNER_URL);
  return protocol === 'clamds:' || isThisMachine(hostname)
    ? []
    : [{ name, reason: 'clamds: (TLS) is expected; clamd: only on this machine' }];
}
