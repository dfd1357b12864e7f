import * as z from 'zod';
import { paymentMethods } from '#domain/payment-method.ts';
import { canSign, partnerPortals, portalId } from '#server/neighbours/partners.ts';
import { standardVersion } from '#server/payment/xbezahldienste/schema.ts';
import { vaultSettings } from '#server/sealing/settings.ts';
import { DEFAULT_THEME } from '#server/theme/load-theme.ts';
import { samplers } from '#server/tracing/settings.ts';
import { issuer, page, url, without } from './addresses.ts';
import {
  attributeNames,
  certificates,
  clientKeys,
  count,
  databaseAddress,
  flag,
  host,
  installationKeys,
  mailbox,
  minutes,
  ownDevice,
  pairs,
  port,
  privateKeys,
  proxies,
  publicKey,
  roleNames,
  word,
} from './kinds.ts';

/** The server itself. Each description says what a variable is for, to operators whose value is wrong. */
/** Secrets, each on a line of its own: the first one signs, what any of them has signed is taken. */
const signing = z
  .string()
  .transform((text) => text.split(/\r?\n/))
  .refine((lines) => lines.every(({ length }) => length >= 32), 'at least 32 characters are expected')
  .transform((lines) => lines as [string, ...string[]]);

const server = {
  PORT: port.default(8080).describe('the port that the server listens at'),
  HOST: host.default('127.0.0.1').describe('the address that the server listens at'),
  /** Without a trailing slash. */
  PUBLIC_URL: z.url().optional().describe('the address at which people use the portal'),
  DATA_DIR: z.string().default('data').describe('the folder of the embedded database'),
  CONTENT_DIR: z.string().default('content').describe('the folder of services, forms, places and pages'),
  CONTENT_SKIP_BROKEN: flag
    .default(false)
    .describe('whether faulty entries of the content are left out; otherwise the server does not start'),
  THEME: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'the name of a folder in themes/ is expected')
    .default(DEFAULT_THEME)
    .describe('the folder of the theme in CONTENT_DIR/themes'),
  /** Without it the embedded database in DATA_DIR is used, which production does not have. */
  DATABASE_URL: databaseAddress.optional().describe('the PostgreSQL database'),
  DATABASE_POOLER: z
    .literal('transaction')
    .optional()
    .describe('transaction where a pooler such as PgBouncer has the connections of DATABASE_URL'),
  MIGRATION_DATABASE_URL: databaseAddress
    .optional()
    .describe(
      'the same database for npm run migrate: by the role of migrations, without a pooler in between',
    ),
  MIGRATE_AT_START: flag
    .optional()
    .describe('whether the server makes migrations that are missing, instead of refusing such a database'),
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .default('development')
    .describe('production for real use'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .optional()
    .describe('the least level of what is logged'),
  SECURITY_LOG: word.optional().describe('the file of the security log; by default standard output'),
  TRAIL_FILE: word
    .optional()
    .describe('the file of what partners have got and what was erased, which a restore needs'),
  COMMIT: z.string().optional().describe('the commit from which the server was built'),
  TRUST_PROXY: proxies
    .default(false)
    .describe('the addresses and networks of the reverse proxies in front of the server; false for none'),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]+$/, 'the name of a header is expected')
    .toLowerCase()
    .optional()
    .describe("the header in which these proxies name the reader's country, for figures alone"),
  RATE_LIMIT: count
    .max(1_000_000)
    .default(300)
    .describe('calls a minute from one address for the most expensive calls; many people may share one'),
  BODY_MEGABYTES: z.coerce
    .number()
    .positive()
    .max(1_000_000)
    .default(20)
    .describe('megabytes of bodies a minute from one address, files apart'),
  ANONYMOUS_STARTS: count
    .max(1_000_000)
    .default(300)
    .describe('applications without an account that one address may begin in an hour'),
  ANONYMOUS_APPLICATIONS: count
    .max(100_000_000)
    .default(20_000)
    .describe('applications without an account that may be open at once'),
  CALLS_AT_ONCE: count
    .max(1_000_000)
    .default(16)
    .describe('reads, saves and pages in progress at once; eight times as many wait'),
  CALLS_WAIT_MS: count
    .max(60_000)
    .default(500)
    .describe('the longest wait of these calls, in milliseconds; browsers give up much later'),
  STOP_SECONDS: z.coerce
    .number()
    .positive()
    .max(600)
    .default(10)
    .describe('seconds within which the server ends; less than its supervisor waits before it kills'),
  STOP_DELAY_SECONDS: z.coerce
    .number()
    .nonnegative()
    .max(600)
    .default(0)
    .describe('seconds for which the server goes on after SIGTERM while it says that it is not ready'),
  MONITORING_PORT: port
    .optional()
    .describe('the port of /live, /ready and /metrics, which do not exist without it'),
  MONITORING_HOST: host
    .default('127.0.0.1')
    .describe('the address of that port, which people must not reach'),
  PARTNER_CHECK_MINUTES: z.coerce
    .number()
    .min(0)
    .max(60)
    .optional()
    .describe('minutes after which a partner that nobody has asked is asked whether it is there; 0: never'),
  HSTS: z
    .string()
    .regex(
      /^(off|max-age=\d+(; includeSubDomains)?(; preload)?)$/,
      'off is expected, or max-age=31536000; includeSubDomains',
    )
    .default('max-age=31536000; includeSubDomains')
    .describe(
      'how long browsers come by https: alone, and whether to all names below this one; off for the proxy',
    ),
  API_DOCS: z
    .enum(['on', 'off'])
    .default('on')
    .describe('whether everybody can read the documentation of the calls; off for nobody'),
  SECURITY_TXT_CONTACT: z
    .url({ protocol: /^(mailto|https|tel)$/, message: 'mailto:…, https://… or tel:… is expected' })
    .optional()
    .describe(
      'where weaknesses are reported to, in /.well-known/security.txt, which does not exist without it',
    ),
  SECURITY_TXT_EXPIRES: z.iso
    .date()
    .optional()
    .describe('the day from which that contact must not be used any more, at most a year ahead'),
  OPERATIONS_TOKEN: z
    .string()
    .min(32, 'at least 32 characters are expected')
    .optional()
    .describe('the token that opens the page for operators, which does not exist without it'),
  INSPECTOR: z
    .enum(['self', 'off'])
    .optional()
    .describe('who may follow windows in the workshop: anybody (self), or operators (off)'),
  INSPECTOR_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('another host with a viewer to which developers may send the inspection'),
  SIGNING_SECRET: signing.describe(
    'the secret that signs returns from payments, and seals files of saved answers',
  ),
  SESSION_IDLE_MINUTES: minutes.default(30).describe('minutes without a call after which a session ends'),
  SESSION_ABSOLUTE_MINUTES: minutes.default(480).describe('minutes after which a session ends in any case'),
  CONFIRMING_LOGIN_MINUTES: minutes
    .default(10)
    .describe('minutes after the login before sending in which its data are corrected without another'),
  RECENT_LOGIN_MINUTES: minutes
    .default(10)
    .describe('minutes after a login in which people may take or delete everything of theirs'),
  REFUND_DAYS: count.max(36_500).default(3650).describe('days for which money to be returned is listed'),
  REFUND_BY_TWO: flag
    .default(false)
    .describe(
      'whether money is noted as returned by one operator who proposes it and another who confirms it',
    ),
};

const sealing = {
  SEALING_KEYS: installationKeys
    .optional()
    .describe('the keys of the installation, by which everything about people is sealed, or their file'),
  ...vaultSettings,
};

/** Pages on accounts, in both languages or in none; without them people are referred to the customer service. */
const accounts = {
  NKB_REGISTER_URL_DE: page.optional().describe("how to get a citizens' account, in German"),
  NKB_REGISTER_URL_EN: page.optional().describe("how to get a citizens' account, in English"),
  ELSTER_REGISTER_URL_DE: page.optional().describe('how to get a business account, in German'),
  ELSTER_REGISTER_URL_EN: page.optional().describe('how to get a business account, in English'),
  SK_REGISTER_URL_DE: page.optional().describe('how to get a service account, in German'),
  SK_REGISTER_URL_EN: page.optional().describe('how to get a service account, in English'),
  EID_STATUS_URL: ownDevice
    .default('http://127.0.0.1:24727/eID-Client?Status=json')
    .describe("where a browser asks on the person's device whether the app of the online ID card runs"),
};

/** Each login is optional, as a whole (login-settings.ts). */
const logins = {
  NKB_ENTRY_POINT: page.optional().describe("the address of the citizens' account for logins"),
  NKB_IDP_CERTIFICATE: certificates.optional().describe("the certificate of the citizens' account"),
  NKB_IDP_ISSUER: word
    .optional()
    .describe("the entity id of the citizens' account, which its answers must come from"),
  NKB_ISSUER: z.string().optional().describe("the entity id of the portal at the citizens' account"),
  NKB_PRIVATE_KEY: privateKeys.optional().describe("the portal's key at the citizens' account"),
  NKB_CERTIFICATE: certificates.optional().describe('the certificate of that key'),
  NKB_ORGANIZATION_NAME: z
    .string()
    .default('Serviceportal')
    .describe("the name that the citizens' account shows of the portal"),
  NKB_ONLINE_SERVICE_ID: z
    .string()
    .optional()
    .describe("the number of the online service at the citizens' account"),
  NKB_SLO_URL: page.optional().describe("the address of the citizens' account for logouts"),
  NKB_ACCOUNT_URL: page.optional().describe("the citizens' account's own page, for logging out there"),

  ELSTER_ENTRY_POINT: page.optional().describe('the address of the business account for logins'),
  ELSTER_IDP_CERTIFICATE: certificates.optional().describe('the certificate of the business account'),
  ELSTER_IDP_ISSUER: word
    .optional()
    .describe('the entity id of the business account, which its answers must come from'),
  ELSTER_ISSUER: z.string().optional().describe('the entity id of the portal at the business account'),
  ELSTER_PRIVATE_KEY: privateKeys.optional().describe("the portal's key at the business account"),
  ELSTER_CERTIFICATE: certificates.optional().describe('the certificate of that key'),
  ELSTER_SLO_URL: page.optional().describe('the address of the business account for logouts'),
  ELSTER_ACCOUNT_URL: page.optional().describe("the business account's own page, for logging out there"),
  ELSTER_ORGANIZATION_NAME: z
    .string()
    .default('Serviceportal')
    .describe('the name that the business account shows of the portal'),
  ELSTER_ATTRIBUTE_NAMES: attributeNames
    .default({})
    .describe('names of SAML attributes, by our names of the data, where they differ: JSON'),

  EID_ISSUER: issuer
    .optional()
    .describe('the address of the provider of the online ID card, as its metadata has it'),
  SK_ISSUER: issuer.optional().describe('the address of the service account, as its metadata has it'),
  EID_CLIENT_ID: word.optional().describe("the portal's id at the provider of the online ID card"),
  SK_CLIENT_ID: word.optional().describe("the portal's id at the service account"),
  /** Keys (the first signs, all are published), or a shared secret. */
  EID_PRIVATE_KEY: clientKeys
    .optional()
    .describe("the portal's keys at the provider of the online ID card; or EID_CLIENT_SECRET"),
  SK_PRIVATE_KEY: clientKeys
    .optional()
    .describe("the portal's keys at the service account; or SK_CLIENT_SECRET"),
  EID_CLIENT_SECRET: z
    .string()
    .min(16, 'at least 16 characters are expected')
    .optional()
    .describe("the portal's secret at the provider of the online ID card; or EID_PRIVATE_KEY"),
  SK_CLIENT_SECRET: z
    .string()
    .min(16, 'at least 16 characters are expected')
    .optional()
    .describe("the portal's secret at the service account; or SK_PRIVATE_KEY"),
  SK_ACCOUNT_URL: page.optional().describe("the service account's own page, for logging out there"),
};

/** All or nothing. */
const formServer = {
  LIP_URL: url
    .transform((address) => address.replace(/\/$/, ''))
    .optional()
    .describe('the address of the form server, whose origin may be shown in frames'),
  LIP_CLIENT_ID: word.optional().describe("the portal's id at the form server"),
  LIP_PRIVATE_KEY: privateKeys.optional().describe("the portal's key at the form server"),
  LIP_PUBLIC_KEY: publicKey.optional().describe("the form server's public key"),
};

const payment = {
  PAYMENT_URL: url.describe('the address of the payment service'),
  PAYMENT_TOKEN_URL: url.describe('where the payment service issues access tokens'),
  PAYMENT_CLIENT_ID: word.describe("the portal's id at the payment service"),
  PAYMENT_CLIENT_SECRET: word.describe("the portal's secret at the payment service"),
  PAYMENT_ORIGINATOR_ID: word.max(36).describe('the id of the portal in payments (originator)'),
  PAYMENT_VERSION: standardVersion
    .default('1.0')
    .describe('the version of XBezahldienste that the payment service uses'),
  PAYMENT_METHODS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((method) => method.trim())
        .filter((method) => method !== ''),
    )
    .pipe(z.array(z.enum(paymentMethods)))
    .describe('payment methods that were agreed with the payment service, as CREDITCARD,PAYPAL'),
};

const delivery = {
  DELIVERY_RETRY_SECONDS: z.coerce
    .number()
    .positive()
    .max(3600)
    .default(60)
    .describe('seconds until a delivery that is not possible now is tried again, then twice as long'),
  /** Then the person or the operators decide. */
  DELIVERY_RETRY_DAYS: z.coerce
    .number()
    .nonnegative()
    .max(30)
    .default(7)
    .describe('days after which a delivery is given up'),
  DELIVERY_STEP_SECONDS: z.coerce
    .number()
    .positive()
    .max(3600)
    .default(600)
    .describe('seconds after which one step of a submission is given up and tried again'),
  FITCONNECT_TOKEN_URL: url.describe('where the delivery service issues access tokens'),
  FITCONNECT_SUBMISSION_URL: url.describe('the address of the delivery service for submissions'),
  FITCONNECT_DESTINATION_URL: url.describe('the address of the delivery service for destinations'),
  FITCONNECT_ISSUER: word.describe('the name of the delivery service in its signed events (iss)'),
  FITCONNECT_CLIENT_ID: word.describe("the portal's id at the delivery service"),
  FITCONNECT_CLIENT_SECRET: word.describe("the portal's secret at the delivery service"),
  FITCONNECT_TRUSTED_CERTIFICATES: certificates
    .optional()
    .describe('the roots that certify the keys of the authorities'),
  POSTBOX_DESTINATION_ID: z.uuid().describe('the destination of the postbox at the delivery service'),
  POSTBOX_PROVIDER: z
    .string()
    .default('BundID')
    .describe("the name of the postbox's provider, as people know it"),
  POSTBOX_SENDER: z.string().default('Serviceportal').describe('the sender of messages to a postbox'),
  POSTBOX_PRIVATE_KEY: privateKeys.describe('the key that signs messages to a postbox'),
  POSTBOX_CERTIFICATE: certificates.describe('the certificate of that key'),
};

const scanner = {
  SCANNER_URL: z
    .url({ protocol: /^clamds?$/, message: 'clamd://host:port or clamds://host:port is expected' })
    .optional()
    .describe('the scanner for uploads'),
  SCANNER_CERTIFICATES: certificates
    .optional()
    .describe('certificates of the scanner to trust, not the public ones'),
  SCANNER: z.enum(['on', 'off']).default('on').describe('off takes files without a scanner'),
};

/** All three or none. */
const sharedServices = {
  EFA_PARTNERS: partnerPortals
    .optional()
    .describe('the portals of other states that services are shared with: JSON, or its file'),
  EFA_ID: portalId.optional().describe('the id of this portal among them'),
  EFA_PRIVATE_KEY: privateKeys
    .refine(canSign, 'a private key in PEM on the curve P-256 is expected')
    .optional()
    .describe("the key that signs this portal's messages to them"),
};

/** Without them no e-mail is sent. */
const mail = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, message: 'smtp://host:port or smtps://host:port is expected' })
    .refine(
      (address) => !URL.canParse(address) || new URL(address).username === '',
      'the login has variables of its own',
    )
    .optional()
    .describe('the mail server'),
  SMTP_USER: word.optional().describe('the login at the mail server'),
  SMTP_PASSWORD: word.optional().describe('the password at the mail server'),
  SMTP_CERTIFICATES: certificates
    .optional()
    .describe('certificates of mail servers to trust, not the public ones'),
  /** Only a server on this machine can do without. */
  SMTP_TLS: z.enum(['required', 'off']).default('required').describe('whether e-mails go out encrypted'),
  MAIL_FROM: mailbox.optional().describe('the address of the sender of e-mails'),
  MAIL_RETRY_SECONDS: z.coerce
    .number()
    .positive()
    .max(3600)
    .default(60)
    .describe('seconds until an e-mail that is not taken now is tried again, then twice as long'),
  MAIL_RETRY_HOURS: z.coerce
    .number()
    .nonnegative()
    .max(120)
    .default(48)
    .describe('hours after which an e-mail is given up'),
};

/** All three or none; without them no feedback is passed on. */
const feedback = {
  NFK_URL: url.optional().describe('the address of the national feedback component'),
  NFK_TOKEN: word.optional().describe("the installation's token at the feedback component"),
  NFK_REGION: z
    .string()
    .regex(/^\d{12}$/, 'a regional key of 12 digits is expected')
    .optional()
    .describe('the regional key of the state, for feedback about a service without a place'),
};

/** Operators as persons: the first three or none. */
const operators = {
  OPERATORS_ISSUER: issuer
    .optional()
    .describe('the address of the provider at which operators log in, as its metadata has it'),
  OPERATORS_CLIENT_ID: word.optional().describe("the portal's id at the operators' provider"),
  OPERATORS_CLIENT_SECRET: z
    .string()
    .min(16, 'at least 16 characters are expected')
    .optional()
    .describe("the portal's secret at the operators' provider"),
  OPERATORS_ROLES_CLAIM: word
    .default('roles')
    .describe("the claim with an operator's roles; realm_access.roles is one inside another"),
  OPERATORS_ROLES: roleNames
    .default({ look: ['look'], repair: ['repair'], erase: ['erase'] })
    .describe('names at the provider that give the roles: look=NAME,repair=NAME,erase=NAME'),
};

/** Traces, by the names of OpenTelemetry; without an address there are none. */
const traces = {
  OTEL_SDK_DISABLED: flag.default(false).describe('true makes no traces, whatever else is set'),
  OTEL_TRACES_EXPORTER: z
    .enum(['otlp', 'none'], 'otlp or none is expected')
    .default('otlp')
    .describe('none makes no traces'),
  OTEL_EXPORTER_OTLP_ENDPOINT: without('/v1/traces')
    .optional()
    .describe('the address of the collector of traces, without the path /v1/traces'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: page
    .optional()
    .describe('the whole address to which traces are sent, instead of OTEL_EXPORTER_OTLP_ENDPOINT'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/protobuf', 'only http/protobuf is spoken (port 4318 of most collectors)')
    .default('http/protobuf')
    .describe('the protocol of the collector'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional().describe('headers for the collector: NAME=VALUE,NAME=VALUE'),
  OTEL_EXPORTER_OTLP_TIMEOUT: count
    .max(60_000)
    .default(10_000)
    .describe('milliseconds within which the collector must have answered'),
  OTEL_SERVICE_NAME: word
    .optional()
    .describe('the name of the portal in its traces; by default serviceportal'),
  OTEL_RESOURCE_ATTRIBUTES: pairs
    .optional()
    .describe('what traces say of the installation: NAME=VALUE,NAME=VALUE'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, `one of ${samplers.join(', ')} is expected`)
    .default('parentbased_always_on')
    .describe('which requests and jobs are traced'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('the share of them for a sampler by ratio: 0 to 1'),
  OTEL_BSP_SCHEDULE_DELAY: count
    .max(60_000)
    .default(5_000)
    .describe('milliseconds for which spans are gathered before they are sent'),
  OTEL_BSP_MAX_QUEUE_SIZE: count
    .max(65_536)
    .default(2_048)
    .describe('spans that may wait; any further ones are dropped'),
};

/** All variables, by the page of `docs/` that says more about them. */
const byPage = [
  ['operations.md#configuration', server],
  ['operations.md#keys', sealing],
  ['operations.md#configuration', accounts],
  ['partners-login-payment.md', logins],
  ['partners-forms.md', formServer],
  ['partners-login-payment.md#payment', payment],
  ['partners-delivery.md', delivery],
  ['scanner.md', scanner],
  ['partners-shared-services.md', sharedServices],
  ['operations.md#e-mails', mail],
  ['operations.md#feedback', feedback],
  ['operations.md#operators', operators],
  ['monitoring.md#traces', traces],
] as const;

export const environment = z.object({
  ...server,
  ...sealing,
  ...accounts,
  ...logins,
  ...formServer,
  ...payment,
  ...delivery,
  ...scanner,
  ...sharedServices,
  ...mail,
  ...feedback,
  ...operators,
  ...traces,
});
export type Variables = z.output<typeof environment>;
export type Name = keyof Variables;

/** Variables whose value can be in a file that the same name with `_FILE` names. */
export const secrets = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'OPERATIONS_TOKEN',
  'SIGNING_SECRET',
  'SEALING_KEYS',
  'VAULT_TOKEN',
  'VAULT_SECRET_ID',
  'NKB_PRIVATE_KEY',
  'ELSTER_PRIVATE_KEY',
  'EID_PRIVATE_KEY',
  'EID_CLIENT_SECRET',
  'SK_PRIVATE_KEY',
  'SK_CLIENT_SECRET',
  'LIP_PRIVATE_KEY',
  'PAYMENT_CLIENT_SECRET',
  'FITCONNECT_CLIENT_SECRET',
  'POSTBOX_PRIVATE_KEY',
  'EFA_PRIVATE_KEY',
  'SMTP_PASSWORD',
  'NFK_TOKEN',
  'OPERATORS_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const satisfies readonly Name[];

export const isName = (name: string): name is Name => Object.hasOwn(environment.shape, name);

/** Returns the purpose of a variable, and the page of `docs/` that says more. */
export function purposeOf(name: Name): { purpose: string; page: string } {
  const page = byPage.find(([, variables]) => Object.hasOwn(variables, name))?.[0] ?? '';
  return { purpose: environment.shape[name].description ?? '', page };
}
