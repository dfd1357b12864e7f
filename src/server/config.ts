import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { elsterScopes } from '#domain/elster-scopes.ts';
import { paymentMethods } from '#domain/payment-method.ts';
import type { KeptSettings } from '#server/kept/kept-list.ts';
import { mailAddress } from '#server/mails/smtp/address.ts';
import { canSign, partnerPortals, portalId } from '#server/neighbours/partners.ts';
import { standardVersion } from '#server/payment/xbezahldienste/schema.ts';
import { readInstallationKeys } from '#server/sealing/local-keys.ts';
import { sealingFaults, unsafeKeys, vaultSettings } from '#server/sealing/settings.ts';
import { DEFAULT_THEME } from '#server/theme/load-theme.ts';
import { readClientKeys } from './client-keys.ts';
import { formServerFaults } from './form-server-settings.ts';
import { halfConfigured, halfTranslated } from './login-settings.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const url = z.url();
/** An address that browsers are sent to. */
const page = z.url({ protocol: /^https?$/ });
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const minutes = z.coerce
  .number()
  .positive()
  .max(24 * 60);

/** Names of networks that represent their addresses. */
const networks = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Only our own proxies may name a caller's address, because callers can write this header, too. Proxies are known
 * only by their address: a number of proxies would let a caller that bypasses them count as one.
 */
const proxies = z.string().transform((value, context): false | string[] => {
  if (value === 'false') return false;
  const known = value.split(',').map((one) => one.trim());
  if (known.every((one) => networks.includes(one) || isIP(one.replace(/\/\d{1,3}$/, '')) !== 0)) return known;
  context.addIssue({
    code: 'custom',
    message: 'addresses or networks of the proxies are expected, or false',
  });
  return z.NEVER;
});

/** A PEM text, or the path of a file that holds one. */
const pem = z.string().transform((value, context) => {
  if (value.includes('-----BEGIN')) return value.replaceAll('\\n', '\n');
  try {
    return readFileSync(value, 'utf8');
  } catch (cause) {
    context.addIssue({ code: 'custom', message: `cannot read ${value}: ${String(cause)}` });
    return z.NEVER;
  }
});

/** Private keys, in PEM, that prove to a provider of OpenID Connect that the portal makes the request. */
const clientKeys = pem.superRefine((value, context) => {
  try {
    readClientKeys(value);
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'cannot be read' });
  }
});

/** Keys that seal what is stored, the newest first. */
const installationKeys = z.string().transform((value, context): ReturnType<typeof readInstallationKeys> => {
  try {
    return readInstallationKeys(isAbsolute(value) ? readFileSync(value, 'utf8') : value);
  } catch (error) {
    // The reason names a line or a file, and never a key.
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'cannot be read' });
    return z.NEVER;
  }
});
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** `{"companyName":"Firma"}`: names of a provider's attributes that differ from those of its data (scopes). */
const attributeNames = z
  .string()
  .transform((value, context): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: 'JSON is expected' });
      return z.NEVER;
    }
  })
  .pipe(z.partialRecord(z.enum(elsterScopes), z.string().min(1)));

const environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  /** Public address of the portal, without a trailing slash. */
  PUBLIC_URL: url.optional(),
  DATA_DIR: z.string().default('data'),
  CONTENT_DIR: z.string().default('content'),
  /** Leaves out content entries with faults; otherwise the server does not start. */
  CONTENT_SKIP_BROKEN: flag.default(false),
  /** Folder of the theme in CONTENT_DIR/themes. */
  THEME: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'the name of a folder in themes/ is expected')
    .default(DEFAULT_THEME),
  /** PostgreSQL; without it the embedded database in DATA_DIR is used. */
  DATABASE_URL: z.string().startsWith('postgres').optional(),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  /** File of the security log; default standard output. */
  SECURITY_LOG: z.string().min(1).optional(),
  /** File of what partners have got and what was erased, for a restore (docs/operations.md); default none. */
  TRAIL_FILE: z.string().min(1).optional(),
  COMMIT: z.string().optional(),
  /** Addresses and networks of the reverse proxies in front of the server; false for none. */
  TRUST_PROXY: proxies.default(false),
  /** Header in which these proxies name the reader's country (ISO 3166-1 alpha-2), for the figures alone. */
  COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]+$/, 'the name of a header is expected')
    .toLowerCase()
    .optional(),
  /** Calls a minute per address on the most expensive calls; many people may share an address. */
  RATE_LIMIT: z.coerce.number().int().positive().default(300),
  /** Megabytes of bodies a minute from one address, files apart: a thousand people who type need less. */
  BODY_MEGABYTES: z.coerce.number().positive().default(20),
  /** Applications without an account that one address may start in an hour; a school or an office is one address. */
  ANONYMOUS_STARTS: z.coerce.number().int().positive().default(300),
  /** Applications without an account that may be open at once, in total. */
  ANONYMOUS_APPLICATIONS: z.coerce.number().int().positive().default(20_000),
  /** Reads, saves and pages in progress at once; eight times as many wait, the rest is asked to come back. */
  CALLS_AT_ONCE: z.coerce.number().int().positive().default(16),
  /** Longest wait of these, in milliseconds; browsers give up much later. */
  CALLS_WAIT_MS: z.coerce.number().int().positive().max(60_000).default(500),
  /** Seconds within which the server stops after SIGTERM; less than its supervisor waits before it kills. */
  STOP_SECONDS: z.coerce.number().positive().max(600).default(10),

  /** Opens the operators' page, which does not exist without the token. */
  OPERATIONS_TOKEN: z.string().min(32).optional(),

  /** Followers of windows in the workshop: anybody (`self`, the default outside production), or operators (`off`). */
  INSPECTOR: z.enum(['self', 'off']).optional(),
  /** Another host with a viewer to which developers may send the inspection. */
  INSPECTOR_URL: z.url({ protocol: /^https?$/ }).optional(),

  /** Signs payment returns, and seals files of saved answers; at least 32 characters. */
  SIGNING_SECRET: z.string().min(32),
  /** Keys of the installation, which wrap the keys of what is sealed: a text of lines, or the path of a file … */
  SEALING_KEYS: installationKeys.optional(),
  /** … or a service that has them. */
  ...vaultSettings,
  SESSION_IDLE_MINUTES: minutes.default(30),
  /** Minutes after the login before submission in which named fields can be corrected without another login. */
  CONFIRMING_LOGIN_MINUTES: minutes.default(10),
  /** Minutes after a login in which people may take a copy of everything of theirs, or delete it. */
  RECENT_LOGIN_MINUTES: minutes.default(10),
  SESSION_ABSOLUTE_MINUTES: minutes.default(480),

  /** Page on how to get an account, in both languages or in none; without it people are referred to the customer service. */
  NKB_REGISTER_URL_DE: page.optional(),
  NKB_REGISTER_URL_EN: page.optional(),
  ELSTER_REGISTER_URL_DE: page.optional(),
  ELSTER_REGISTER_URL_EN: page.optional(),
  SK_REGISTER_URL_DE: page.optional(),
  SK_REGISTER_URL_EN: page.optional(),

  /** Each login is optional, as a whole (login-settings.ts). */
  NKB_ENTRY_POINT: url.optional(),
  NKB_IDP_CERTIFICATE: pem.optional(),
  /** Entity id of the account, which its answers must come from. */
  NKB_IDP_ISSUER: z.string().min(1).optional(),
  NKB_ISSUER: z.string().optional(),
  NKB_PRIVATE_KEY: pem.optional(),
  NKB_CERTIFICATE: pem.optional(),
  NKB_ORGANIZATION_NAME: z.string().default('Serviceportal'),
  NKB_ONLINE_SERVICE_ID: z.string().optional(),
  /** Address of the account for logouts by redirect; without it, there is no single logout. */
  NKB_SLO_URL: page.optional(),
  /** The account's own page, where people can log out there. */
  NKB_ACCOUNT_URL: page.optional(),

  /** The business account, in the same way. */
  ELSTER_ENTRY_POINT: url.optional(),
  ELSTER_IDP_CERTIFICATE: pem.optional(),
  ELSTER_IDP_ISSUER: z.string().min(1).optional(),
  ELSTER_ISSUER: z.string().optional(),
  ELSTER_PRIVATE_KEY: pem.optional(),
  ELSTER_CERTIFICATE: pem.optional(),
  ELSTER_SLO_URL: page.optional(),
  ELSTER_ACCOUNT_URL: page.optional(),
  ELSTER_ORGANIZATION_NAME: z.string().default('Serviceportal'),
  /** JSON: names of SAML attributes, by our names of the data, where they differ. */
  ELSTER_ATTRIBUTE_NAMES: attributeNames.default({}),

  /** Online ID card and service account, by OpenID Connect: the provider's address as its metadata has it … */
  EID_ISSUER: url.optional(),
  SK_ISSUER: url.optional(),
  /** … the provider's id of the portal … */
  EID_CLIENT_ID: z.string().min(1).optional(),
  SK_CLIENT_ID: z.string().min(1).optional(),
  /** … and the proof of that: keys (the first signs, all are published), or a shared secret. */
  EID_PRIVATE_KEY: clientKeys.optional(),
  SK_PRIVATE_KEY: clientKeys.optional(),
  EID_CLIENT_SECRET: z.string().min(16).optional(),
  SK_CLIENT_SECRET: z.string().min(16).optional(),
  SK_ACCOUNT_URL: page.optional(),

  /** Address at which a browser asks on its own device whether the app of the online ID card runs. */
  EID_STATUS_URL: url
    .refine(
      (address) => LOOPBACK.test(new URL(address).hostname),
      "an address of the person's own device is expected",
    )
    .default('http://127.0.0.1:24727/eID-Client?Status=json'),

  /** The form server (docs/partners-forms.md), all or nothing; its origin may be shown in frames. */
  LIP_URL: url.transform((address) => address.replace(/\/$/, '')).optional(),
  LIP_CLIENT_ID: z.string().min(1).optional(),
  LIP_PRIVATE_KEY: pem.optional(),
  LIP_PUBLIC_KEY: pem.optional(),

  PAYMENT_URL: url,
  PAYMENT_TOKEN_URL: url,
  PAYMENT_CLIENT_ID: z.string(),
  PAYMENT_CLIENT_SECRET: z.string(),
  PAYMENT_ORIGINATOR_ID: z.string().max(36),
  /** Version of XBezahldienste that the provider uses. */
  PAYMENT_VERSION: standardVersion.default('1.0'),
  /** Payment methods that were agreed with the provider, e.g. `CREDITCARD,PAYPAL`; its page offers them. */
  PAYMENT_METHODS: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter((method) => method !== ''))
    .pipe(z.array(z.enum(paymentMethods))),

  /** A delivery that is impossible now is retried after this many seconds, then after twice as long … */
  DELIVERY_RETRY_SECONDS: z.coerce.number().positive().max(3600).default(60),
  /** … and given up after this many days; then the person or the operators decide. */
  DELIVERY_RETRY_DAYS: z.coerce.number().nonnegative().max(30).default(7),
  /** Days for which money that operators must return is listed. */
  REFUND_DAYS: z.coerce.number().int().min(1).max(36_500).default(3650),
  /** Longest time of one step of a submission before it is given up and tried again. */
  DELIVERY_STEP_SECONDS: z.coerce.number().positive().max(3600).default(600),

  FITCONNECT_TOKEN_URL: url,
  FITCONNECT_SUBMISSION_URL: url,
  FITCONNECT_DESTINATION_URL: url,
  /** The name of the delivery service in its signed events (`iss`). */
  FITCONNECT_ISSUER: z.string().min(1),
  FITCONNECT_CLIENT_ID: z.string(),
  FITCONNECT_CLIENT_SECRET: z.string(),
  /** Roots (PEM) that must certify the keys of the authorities; required in production. */
  FITCONNECT_TRUSTED_CERTIFICATES: pem.optional(),

  /** Scanner for uploads, `clamd://host:port` of ClamAV's daemon; required in production … */
  SCANNER_URL: z.url({ protocol: /^clamd$/, message: 'clamd://host:port is expected' }).optional(),
  /** … unless it is explicitly switched off. */
  SCANNER: z.enum(['on', 'off']).default('on'),

  /** Services shared with other portals, all three or none: the portals (JSON, or the path of a file with it) … */
  EFA_PARTNERS: partnerPortals.optional(),
  /** … their id of this portal, and the key that signs its messages. */
  EFA_ID: portalId.optional(),
  EFA_PRIVATE_KEY: pem.refine(canSign, 'a private key in PEM on the curve P-256 is expected').optional(),

  /** The mail server, `smtp://host:port` (STARTTLS) or `smtps://host:port`; without it no e-mail is sent … */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, message: 'smtp://host:port or smtps://host:port is expected' })
    .refine(
      (address) => URL.canParse(address) && new URL(address).username === '',
      'the login has variables of its own',
    )
    .optional(),
  /** … its login, if it wants one … */
  SMTP_USER: z.string().min(1).optional(),
  SMTP_PASSWORD: z.string().min(1).optional(),
  /** … certificates (PEM) to trust instead of the public ones … */
  SMTP_CERTIFICATES: pem.optional(),
  /** … and whether TLS is demanded, which only a server on this machine can do without. */
  SMTP_TLS: z.enum(['required', 'off']).default('required'),
  /** Address of the sender of e-mails. */
  MAIL_FROM: z
    .string()
    .transform((value, context) => {
      const address = mailAddress(value);
      if (address !== null) return address;
      context.addIssue({ code: 'custom', message: 'an e-mail address is expected' });
      return z.NEVER;
    })
    .optional(),
  /** An e-mail that is not taken now is retried after this many seconds, then after twice as long … */
  MAIL_RETRY_SECONDS: z.coerce.number().positive().max(3600).default(60),
  /** … and given up after this many hours. */
  MAIL_RETRY_HOURS: z.coerce.number().nonnegative().max(120).default(48),

  /** The national feedback component, all three or none: its address (without it no feedback is passed on) … */
  NFK_URL: url.optional(),
  /** … the installation's token … */
  NFK_TOKEN: z.string().min(1).optional(),
  /** … and the regional key of the state, for feedback about a service without a place. */
  NFK_REGION: z
    .string()
    .regex(/^\d{12}$/, 'a regional key of 12 digits is expected')
    .optional(),

  POSTBOX_DESTINATION_ID: z.uuid(),
  /** Name of the postbox's provider, as people know it. */
  POSTBOX_PROVIDER: z.string().default('BundID'),
  POSTBOX_SENDER: z.string().default('Serviceportal'),
  POSTBOX_PRIVATE_KEY: pem,
  POSTBOX_CERTIFICATE: pem,
});

const deliveryService = environment.pick({
  FITCONNECT_TOKEN_URL: true,
  FITCONNECT_SUBMISSION_URL: true,
  FITCONNECT_DESTINATION_URL: true,
  FITCONNECT_ISSUER: true,
  FITCONNECT_CLIENT_ID: true,
  FITCONNECT_CLIENT_SECRET: true,
  FITCONNECT_TRUSTED_CERTIFICATES: true,
});
type DeliveryConfig = z.output<typeof deliveryService>;

const keysAndData = environment.pick({
  DATABASE_URL: true,
  DATA_DIR: true,
  SEALING_KEYS: true,
  ...(Object.fromEntries(Object.keys(vaultSettings).map((name) => [name, true])) as {
    [N in keyof typeof vaultSettings]: true;
  }),
});

export type Config = Omit<z.output<typeof environment>, 'PUBLIC_URL' | 'LOG_LEVEL' | 'INSPECTOR'> & {
  INSPECTOR: 'self' | 'off';
  PUBLIC_URL: string;
  LOG_LEVEL: string;
};

/** A configuration that the operators must change before the server can start. */
export class ConfigurationRefused extends Error {}

/**
 * Reads and checks the environment (docs/operations.md lists the variables).
 * @throws ConfigurationRefused that names every variable that is missing or wrong.
 */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const config = complete(environment, variables, sealingFaults);
  const halves = [
    ...halfConfigured(config),
    ...halfTranslated(config),
    ...formServerFaults(config),
    ...halfShared(config),
    ...halfMailed(config),
    ...halfPassedOn(config),
  ];
  if (halves.length > 0)
    throw new ConfigurationRefused(`The configuration is not complete:\n${halves.join('\n')}`);
  const unsafe = config.NODE_ENV === 'production' ? unsafeInProduction(config) : [];
  if (unsafe.length > 0)
    throw new ConfigurationRefused(`The configuration is not safe for production:\n${unsafe.join('\n')}`);
  return {
    ...config,
    INSPECTOR: config.INSPECTOR ?? (config.NODE_ENV === 'production' ? 'off' : 'self'),
    PUBLIC_URL: (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, ''),
    LOG_LEVEL: config.LOG_LEVEL ?? (config.NODE_ENV === 'production' ? 'info' : 'trace'),
  };
}

/**
 * Reads what is needed to ask the delivery service, without the rest.
 * @throws ConfigurationRefused that names every variable that is missing or wrong.
 */
export const readDeliveryConfig = (variables: NodeJS.ProcessEnv): DeliveryConfig =>
  complete(deliveryService, variables);

const keeping = environment.pick({
  SESSION_IDLE_MINUTES: true,
  SESSION_ABSOLUTE_MINUTES: true,
  MAIL_RETRY_HOURS: true,
  REFUND_DAYS: true,
});

/** Reads the settings that say how long something is kept; each has a default. @throws ConfigurationRefused */
export const keptSettings = (from: NodeJS.ProcessEnv | KeptSettings): KeptSettings => complete(keeping, from);

/**
 * Reads what is needed to work on the keys of what is stored, without the rest.
 * @throws ConfigurationRefused that names every variable that is missing or wrong.
 */
export const readKeysConfig = (variables: NodeJS.ProcessEnv): z.output<typeof keysAndData> =>
  complete(keysAndData, variables, sealingFaults);

/** Returns the addresses of the delivery service and who we are there. */
export const deliveryAccess = (config: DeliveryConfig) => ({
  tokenUrl: config.FITCONNECT_TOKEN_URL,
  submissionUrl: config.FITCONNECT_SUBMISSION_URL,
  destinationUrl: config.FITCONNECT_DESTINATION_URL,
  issuer: config.FITCONNECT_ISSUER,
  clientId: config.FITCONNECT_CLIENT_ID,
  clientSecret: config.FITCONNECT_CLIENT_SECRET,
});

/** @param faultsOf returns faults that no variable has by itself, as lines */
function complete<T, V extends object>(
  shape: z.ZodType<T>,
  variables: V,
  faultsOf: (variables: V) => string[] = () => [],
): T {
  const parsed = shape.safeParse(variables);
  const issues = parsed.error?.issues ?? [];
  const lines = [
    ...issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`),
    ...faultsOf(variables),
  ];
  if (parsed.success && lines.length === 0) return parsed.data;
  throw new ConfigurationRefused(`The configuration is not complete:\n${lines.join('\n')}`);
}

const SHARING = ['EFA_PARTNERS', 'EFA_ID', 'EFA_PRIVATE_KEY'] as const;

/** Returns the missing settings for sharing services with other portals, as lines for the operators. */
function halfShared(config: z.output<typeof environment>): string[] {
  const missing = SHARING.filter((name) => config[name] === undefined);
  if (missing.length === SHARING.length) return [];
  const own = config.EFA_PARTNERS?.some(({ id }) => id === config.EFA_ID);
  return [
    ...missing.map((name) => `  ${name}: is missing, while other variables of shared services are set`),
    ...(own ? ['  EFA_ID: is the id of a portal in EFA_PARTNERS, too'] : []),
  ];
}

/** Returns the faults of the settings for e-mails, as lines for the operators. */
function halfMailed({
  SMTP_URL,
  SMTP_USER,
  SMTP_PASSWORD,
  SMTP_TLS,
  MAIL_FROM,
}: z.output<typeof environment>): string[] {
  const missing = (name: string, isMissing: boolean, otherwise: string) =>
    isMissing ? [`  ${name}: is missing, while ${otherwise} is set`] : [];
  return [
    ...missing('MAIL_FROM', MAIL_FROM === undefined && SMTP_URL !== undefined, 'SMTP_URL'),
    ...missing('SMTP_URL', SMTP_URL === undefined && MAIL_FROM !== undefined, 'MAIL_FROM'),
    ...missing('SMTP_PASSWORD', SMTP_PASSWORD === undefined && SMTP_USER !== undefined, 'SMTP_USER'),
    ...missing('SMTP_USER', SMTP_USER === undefined && SMTP_PASSWORD !== undefined, 'SMTP_PASSWORD'),
    ...(SMTP_TLS === 'off' && SMTP_URL !== undefined && !LOOPBACK.test(new URL(SMTP_URL).hostname)
      ? ['  SMTP_TLS: only a mail server on this machine can do without']
      : []),
  ];
}

const PASSING_ON = ['NFK_URL', 'NFK_TOKEN', 'NFK_REGION'] as const;

/** Returns the faults of the settings for the feedback component, as lines for the operators. */
function halfPassedOn(config: z.output<typeof environment>): string[] {
  const missing = PASSING_ON.filter((name) => config[name] === undefined);
  return missing.length === PASSING_ON.length
    ? []
    : missing.map((name) => `  ${name}: is missing, while other variables of the feedback component are set`);
}

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
] as const;

/** Returns settings that allow reading or changing data in transit, as lines for the operators. */
function unsafeInProduction(config: z.output<typeof environment>): string[] {
  const isOpen = (address: string) => {
    const { protocol, hostname } = new URL(address);
    return protocol !== 'https:' && !LOOPBACK.test(hostname);
  };
  const open = PARTNERS.filter((name) => config[name] !== undefined && isOpen(config[name]));
  const openPortals = (config.EFA_PARTNERS ?? []).filter(({ portal, returnAddresses }) =>
    [portal, ...returnAddresses].some(isOpen),
  );
  return [
    ...(config.INSPECTOR === 'self'
      ? ['  INSPECTOR: only operators follow windows of people; leave it off']
      : []),
    ...(config.INSPECTOR_URL === undefined
      ? []
      : ['  INSPECTOR_URL: what happens in windows of people is told to no other host']),
    ...openPortals.map(
      ({ id }) => `  EFA_PARTNERS: https: is expected for all addresses of ${id}; http: only on this machine`,
    ),
    ...open.map((name) => `  ${name}: https: is expected; http: only on this machine`),
    ...unsafeKeys(config),
    ...(config.FITCONNECT_TRUSTED_CERTIFICATES
      ? []
      : [
          '  FITCONNECT_TRUSTED_CERTIFICATES: the roots that certify the keys of the authorities are missing',
        ]),
    ...(config.SCANNER_URL || config.SCANNER === 'off'
      ? []
      : ['  SCANNER_URL: the scanner for uploads is missing; SCANNER=off takes them without']),
  ];
}
