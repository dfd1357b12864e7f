import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from './testing/key-pair.ts';

const random = () => randomBytes(32).toString('base64');
const SECRET = random();
const ADDRESS = 'https://partner.example';
const DATABASE = 'postgres://portal:word@database.example/portal';
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.example',
  DATABASE_URL: `${DATABASE}?sslmode=verify-full`,
  SCANNER_URL: 'clamds://scanner.example:3310',
  SIGNING_SECRET: random(),
  SEALING_KEYS: `2026 ${random()}`,
  PAYMENT_URL: ADDRESS,
  PAYMENT_TOKEN_URL: ADDRESS,
  PAYMENT_CLIENT_ID: 'portal',
  PAYMENT_CLIENT_SECRET: random(),
  PAYMENT_ORIGINATOR_ID: 'portal',
  FITCONNECT_TOKEN_URL: ADDRESS,
  FITCONNECT_SUBMISSION_URL: ADDRESS,
  FITCONNECT_DESTINATION_URL: ADDRESS,
  FITCONNECT_ISSUER: ADDRESS,
  FITCONNECT_CLIENT_ID: 'portal',
  FITCONNECT_CLIENT_SECRET: random(),
  FITCONNECT_TRUSTED_CERTIFICATES: CERTIFICATE,
  POSTBOX_DESTINATION_ID: '7a2c2d3c-6f1f-4f0b-9d5e-0a8a4f3c1b2d',
  POSTBOX_PRIVATE_KEY: CERTIFICATE_KEY,
  POSTBOX_CERTIFICATE: CERTIFICATE,
};
const operators = {
  OPERATORS_ISSUER: ADDRESS,
  OPERATORS_CLIENT_ID: 'portal',
  OPERATORS_CLIENT_SECRET: random(),
};
const { SEALING_KEYS: _, ...withoutKeys } = production;
const vault = { SEALING_KEYS: undefined, VAULT_URL: ADDRESS, VAULT_KEY: 'portal', VAULT_TOKEN: 'hvs.token' };
const nkb = {
  NKB_ENTRY_POINT: ADDRESS,
  NKB_IDP_CERTIFICATE: CERTIFICATE,
  NKB_IDP_ISSUER: ADDRESS,
  NKB_ISSUER: ADDRESS,
  NKB_PRIVATE_KEY: CERTIFICATE_KEY,
  NKB_CERTIFICATE: CERTIFICATE,
  NKB_ONLINE_SERVICE_ID: 'BMI-0000',
};
const eid = { EID_ISSUER: ADDRESS, EID_CLIENT_ID: 'portal', EID_PRIVATE_KEY: CERTIFICATE_KEY };
const lip = {
  LIP_URL: ADDRESS,
  LIP_CLIENT_ID: 'portal',
  LIP_PRIVATE_KEY: CERTIFICATE_KEY,
  LIP_PUBLIC_KEY: String(new X509Certificate(CERTIFICATE).publicKey.export({ type: 'spki', format: 'pem' })),
};
const efa = { EFA_PARTNERS: '[]', EFA_ID: 'sh', EFA_PRIVATE_KEY: CERTIFICATE_KEY };
const mail = { SMTP_URL: 'smtp://mail.example:587', MAIL_FROM: 'portal@land.example' };

const keyOf = (options: object = {}) =>
  String(
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      ...options,
    }),
  );
const OTHER_KEY = keyOf();
const WITH_PASSWORD = keyOf({ cipher: 'aes-256-cbc', passphrase: 'word' });

const folder = mkdtempSync(path.join(tmpdir(), 'mistakes-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
};
const DER = file('certificate.der', new X509Certificate(CERTIFICATE).raw);

function refusal(change: object): string {
  try {
    readConfig({ ...withoutKeys, SEALING_KEYS: production.SEALING_KEYS, ...change } as NodeJS.ProcessEnv);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
let files = 0;
const inFile = (content: string | Uint8Array) => ({
  PAYMENT_CLIENT_SECRET: undefined,
  PAYMENT_CLIENT_SECRET_FILE: file(`secret-${files++}`, content),
});

it('nothing is wrong without a mistake, nor by what is forgiven', () => {
  for (const right of [
    {},
    { ...operators, ...nkb, ...eid, ...lip, ...mail },
    { DATABASE_URL: 'postgresql://portal@/portal?host=/var/run/postgresql' },
    { DATABASE_URL: 'postgres:///portal?host=/var/run/postgresql' },
    { DATABASE_URL: `${DATABASE.replace('word', 'w%40%2Frd')}?sslmode=verify-full` },
    { POSTBOX_CERTIFICATE: file('bom.pem', `\uFEFF${CERTIFICATE.replaceAll('\n', '\r\n')}`) },
    { POSTBOX_CERTIFICATE: CERTIFICATE.replaceAll('\n', '\\n') },
    { PAYMENT_METHODS: 'CREDITCARD, PAYPAL' },
    { SEALING_KEYS: file('keys-bom', `\uFEFF2026 ${SECRET}\r\n`) },
    { HOST: '::', MONITORING_PORT: '9090', TRUST_PROXY: '10.0.0.0/8,::1' },
    inFile(`${SECRET}\r\n\n`),
  ])
    expect(refusal(right)).toBe('');
});

describe('a mistake is named in words', () => {
  it.each<[what: string, change: object, words: string]>([
    [
      'a secret in place of an address',
      { PAYMENT_URL: SECRET },
      'PAYMENT_URL: an address such as https://host',
    ],
    [
      'an address in place of a secret',
      { PAYMENT_CLIENT_SECRET: ADDRESS },
      'PAYMENT_CLIENT_SECRET: is an address',
    ],
    ['a space behind an address', { PAYMENT_URL: `${ADDRESS} ` }, 'PAYMENT_URL: has a space or a line break'],
    [
      'a line break behind an id',
      { FITCONNECT_CLIENT_ID: 'portal\r' },
      'FITCONNECT_CLIENT_ID: has a space or a line break',
    ],
    [
      'quotation marks around an address',
      { PAYMENT_URL: `"${ADDRESS}"` },
      'PAYMENT_URL: is in quotation marks',
    ],
    [
      'quotation marks around a secret',
      { SIGNING_SECRET: `'${SECRET}'` },
      'SIGNING_SECRET: is in quotation marks',
    ],
    [
      'two lines in a token',
      { OPERATIONS_TOKEN: `${SECRET}\n${SECRET}` },
      'OPERATIONS_TOKEN: has a line break',
    ],
    ['spaces alone', { STOP_SECONDS: ' ' }, 'STOP_SECONDS: is empty'],
    ['a byte order mark', inFile(`\uFEFF${SECRET}`), 'PAYMENT_CLIENT_SECRET: begins with a byte order mark'],
    ['a space in a file', inFile(`${SECRET} \n`), 'PAYMENT_CLIENT_SECRET: has a space'],
    ['quotation marks in a file', inFile(`"${SECRET}"\n`), 'PAYMENT_CLIENT_SECRET: is in quotation marks'],
    ['a file in UTF-16', inFile(Buffer.from(`\uFEFF${SECRET}ü`, 'utf16le')), 'PAYMENT_CLIENT_SECRET_FILE: '],
    ['an empty file', inFile('\n'), 'PAYMENT_CLIENT_SECRET: is empty'],
    ['a large file', inFile(randomBytes(800_000).toString('base64')), 'PAYMENT_CLIENT_SECRET_FILE: '],
    ['a folder', { PAYMENT_CLIENT_SECRET: undefined, PAYMENT_CLIENT_SECRET_FILE: folder }, '(EISDIR)'],
    [
      'no file',
      { PAYMENT_CLIENT_SECRET: undefined, PAYMENT_CLIENT_SECRET_FILE: '' },
      'PAYMENT_CLIENT_SECRET_FILE: is empty',
    ],
    [
      'a unit',
      { SESSION_IDLE_MINUTES: '30m' },
      'SESSION_IDLE_MINUTES: a number such as 30 or 1.5 is expected',
    ],
    ['a comma', { BODY_MEGABYTES: '1,5' }, 'BODY_MEGABYTES: a number such as 30 or 1.5'],
    [
      'a point between thousands',
      { ANONYMOUS_APPLICATIONS: '20.000' },
      'ANONYMOUS_APPLICATIONS: a whole number',
    ],
    ['a power of ten', { CALLS_AT_ONCE: '1e9' }, 'CALLS_AT_ONCE: a whole number'],
    ['hexadecimal digits', { PORT: '0x1F90' }, 'PORT: a whole number'],
    ['far too much', { CALLS_AT_ONCE: '10000000' }, 'CALLS_AT_ONCE: at most 1000000 is expected'],
    ['less than nothing', { RATE_LIMIT: '-1' }, 'RATE_LIMIT: more than 0 is expected'],
    ['no number', { STOP_SECONDS: 'NaN' }, 'STOP_SECONDS: a number such as 30'],
    ['no end', { BODY_MEGABYTES: 'Infinity' }, 'BODY_MEGABYTES: a number such as 30'],
    ['a port by chance', { PORT: '0' }, 'PORT: is 0, which takes any port'],
    ['a port to watch by chance', { MONITORING_PORT: '0' }, 'MONITORING_PORT: is 0, which takes any port'],
    ['a port that there is not', { PORT: '70000' }, 'PORT: at most 65535 is expected'],
    [
      'one port for two, of all addresses',
      { PORT: '8080', MONITORING_PORT: '8080', HOST: '0.0.0.0' },
      'MONITORING_PORT: is the port',
    ],
    ['a host with a port', { HOST: '0.0.0.0:8080' }, 'HOST: an address of this machine'],
    [
      'a host as an address of the web',
      { MONITORING_HOST: 'http://0.0.0.0' },
      'MONITORING_HOST: an address of this machine',
    ],
    [
      'a switch in other words',
      { MIGRATE_AT_START: 'yes' },
      'MIGRATE_AT_START: one of true, false is expected',
    ],
    ['capital letters', { LOG_LEVEL: 'INFO' }, 'LOG_LEVEL: one of fatal, error, warn'],
    [
      'a misspelt name',
      { DATABASE_URL: undefined, DATABSE_URL: DATABASE },
      'DATABSE_URL: is not known; DATABASE_URL may be meant',
    ],
    [
      'letters exchanged',
      { SMPT_URL: 'smtp://mail.example' },
      'SMPT_URL: is not known; SMTP_URL may be meant',
    ],
    ['small letters', { payment_url: ADDRESS }, 'payment_url: is not known; PAYMENT_URL may be meant'],
    ['a name that was made up', { OPERATORS_ISSUER_URL: ADDRESS }, 'OPERATORS_ISSUER_URL: is not known'],
    ['another unit in a name', { MAIL_RETRY_MINUTES: '3' }, 'MAIL_RETRY_MINUTES: is not known'],
    [
      'a key in place of a certificate',
      { POSTBOX_CERTIFICATE: CERTIFICATE_KEY },
      'POSTBOX_CERTIFICATE: is a private key',
    ],
    [
      'a certificate in place of a key',
      { POSTBOX_PRIVATE_KEY: CERTIFICATE },
      'POSTBOX_PRIVATE_KEY: is a certificate',
    ],
    [
      'the key of another certificate',
      { POSTBOX_PRIVATE_KEY: OTHER_KEY },
      'POSTBOX_CERTIFICATE: the postbox key does not belong',
    ],
    [
      'that of a login',
      { ...nkb, NKB_PRIVATE_KEY: OTHER_KEY },
      'NKB_CERTIFICATE: the NKB key does not belong',
    ],
    [
      'a key with a password',
      { POSTBOX_PRIVATE_KEY: WITH_PASSWORD },
      'POSTBOX_PRIVATE_KEY: the key has a password',
    ],
    [
      'that of a login by OpenID Connect',
      { ...eid, EID_PRIVATE_KEY: WITH_PASSWORD },
      'EID_PRIVATE_KEY: the key has a password',
    ],
    [
      'that of a form server',
      { ...lip, LIP_PRIVATE_KEY: WITH_PASSWORD },
      'LIP_PRIVATE_KEY: the key has a password',
    ],
    ['a certificate in DER', { POSTBOX_CERTIFICATE: DER }, 'is no text in UTF-8; a binary form such as DER'],
    [
      'half a certificate',
      { POSTBOX_CERTIFICATE: CERTIFICATE.slice(0, 300) },
      'POSTBOX_CERTIFICATE: a certificate in PEM is expected',
    ],
    [
      'a certificate whose lines were joined',
      { POSTBOX_CERTIFICATE: CERTIFICATE.replaceAll('\n', ' ') },
      'POSTBOX_CERTIFICATE: a certificate in it cannot be read',
    ],
    [
      'a key whose lines were joined',
      { POSTBOX_PRIVATE_KEY: CERTIFICATE_KEY.replaceAll('\n', ' ') },
      'POSTBOX_PRIVATE_KEY: a key in it cannot be read',
    ],
    [
      'a certificate without its first line',
      { ...nkb, NKB_IDP_CERTIFICATE: 'MIIBejCC' },
      'NKB_IDP_CERTIFICATE: cannot read the file that it names (ENOENT); a text in PEM',
    ],
    [
      'an empty certificate',
      { POSTBOX_CERTIFICATE: file('none.pem', '') },
      'POSTBOX_CERTIFICATE: a certificate in PEM',
    ],
    [
      'a public key that is private',
      { ...lip, LIP_PUBLIC_KEY: CERTIFICATE_KEY },
      'LIP_PUBLIC_KEY: is a private key',
    ],
    [
      'a user in an address',
      { PAYMENT_URL: 'https://me:word@pay.example' },
      'PAYMENT_URL: an address without user',
    ],
    [
      'a question in an address',
      { PAYMENT_URL: `${ADDRESS}/?tenant=1` },
      'PAYMENT_URL: an address without ? and #',
    ],
    ['a fragment in an address', { LIP_URL: `${ADDRESS}/#top` }, 'LIP_URL: an address without ? and #'],
    [
      'a port that there is not, in an address',
      { PAYMENT_URL: `${ADDRESS}:70000` },
      'PAYMENT_URL: an address such as',
    ],
    [
      'port 0 in an address',
      { PAYMENT_URL: `${ADDRESS}:0` },
      'PAYMENT_URL: an address without user, password or port 0',
    ],
    [
      'another scheme',
      { PAYMENT_TOKEN_URL: 'ftp://pay.example' },
      'PAYMENT_TOKEN_URL: an address such as https://host',
    ],
    ['this machine for everybody', { PUBLIC_URL: 'https://localhost' }, 'PUBLIC_URL: is this machine'],
    [
      'an unknown sslmode',
      { DATABASE_URL: `${DATABASE}?sslmode=VERIFY-FULL` },
      'DATABASE_URL: sslmode is unknown',
    ],
    [
      'no name of a database',
      { DATABASE_URL: 'postgres://p:w@database.example?sslmode=verify-full' },
      'DATABASE_URL: names no database',
    ],
    [
      '@ in a password',
      { DATABASE_URL: DATABASE.replace('word', 'w@rd') },
      'DATABASE_URL: cannot be read: in user and password',
    ],
    [
      '/ in a password',
      { DATABASE_URL: DATABASE.replace('word', 'w/rd') },
      'DATABASE_URL: cannot be read: in user and password',
    ],
    [
      '# in a password',
      { DATABASE_URL: DATABASE.replace('word', 'w#rd') },
      'DATABASE_URL: cannot be read: in user and password',
    ],
    [
      '% in a password',
      { DATABASE_URL: DATABASE.replace('word', 'w%rd') },
      'DATABASE_URL: cannot be read: in user and password',
    ],
    [
      'no slashes',
      { DATABASE_URL: 'postgres:database.example/portal' },
      'DATABASE_URL: an address postgres://',
    ],
    [
      'an address of JDBC',
      { DATABASE_URL: 'jdbc:postgresql://database.example/portal' },
      'DATABASE_URL: an address postgres://',
    ],
    [
      'migrations without TLS',
      { MIGRATION_DATABASE_URL: DATABASE },
      'MIGRATION_DATABASE_URL: TLS is expected',
    ],
    [
      'one key under two ids',
      { SEALING_KEYS: `2026 ${SECRET}\n2025 ${SECRET}` },
      'SEALING_KEYS: the key "2025" has the bytes of "2026"',
    ],
    [
      'a file of keys by a relative path',
      { SEALING_KEYS: 'keys.txt' },
      'SEALING_KEYS: key 1: a line "name base64" is expected',
    ],
    ['keys in a folder', { SEALING_KEYS: folder }, 'SEALING_KEYS: cannot read'],
    [
      'a token of Vault that is not there',
      { ...vault, VAULT_TOKEN: '/no/token' },
      'VAULT_TOKEN: cannot read /no/token (ENOENT)',
    ],
    ['Vault with its path', { ...vault, VAULT_URL: `${ADDRESS}/v1/` }, 'VAULT_URL: ends with /v1'],
    [
      'the metadata of an issuer',
      { ...operators, OPERATORS_ISSUER: `${ADDRESS}/.well-known/openid-configuration` },
      'OPERATORS_ISSUER: the issuer itself is expected',
    ],
    [
      'roles by a semicolon',
      { ...operators, OPERATORS_ROLES: 'look=a;repair=b' },
      'OPERATORS_ROLES: look=NAME,repair=NAME',
    ],
    [
      'one secret for two',
      { OPERATIONS_TOKEN: production.SIGNING_SECRET },
      'OPERATIONS_TOKEN: is that of SIGNING_SECRET, too',
    ],
    [
      'a partner’s secret as our own',
      { PAYMENT_CLIENT_SECRET: production.SIGNING_SECRET },
      'PAYMENT_CLIENT_SECRET: is that of SIGNING_SECRET',
    ],
    ['a proxy by its name', { TRUST_PROXY: 'nginx' }, 'TRUST_PROXY: addresses or networks'],
    ['everybody as a proxy', { TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY: a network of all addresses'],
    ['a network that there is not', { TRUST_PROXY: '10.0.0.0/99' }, 'TRUST_PROXY: addresses or networks'],
    [
      'a login of e-mails without e-mails',
      { SMTP_USER: 'portal', SMTP_PASSWORD: SECRET },
      'SMTP_USER: has no effect without SMTP_URL',
    ],
    [
      'a page of a login that there is not',
      { NKB_SLO_URL: ADDRESS },
      'NKB_SLO_URL: has no effect without NKB_ENTRY_POINT',
    ],
    [
      'the port of a mail server',
      { ...mail, SMTP_URL: 'smtp://mail.example:70000' },
      'SMTP_URL: smtp://host:port',
    ],
    ['partners as an object', { ...efa, EFA_PARTNERS: '{"id":"mv"}' }, 'EFA_PARTNERS: a list is expected'],
    ['methods in small letters', { PAYMENT_METHODS: 'paypal' }, 'PAYMENT_METHODS: 0: one of GIROPAY'],
    ['an id that is none', { POSTBOX_DESTINATION_ID: 'postbox' }, 'POSTBOX_DESTINATION_ID: an id such as'],
    [
      'traces with their path',
      { OTEL_EXPORTER_OTLP_ENDPOINT: `${ADDRESS}/v1/traces` },
      'OTEL_EXPORTER_OTLP_ENDPOINT: ends with /v1/traces',
    ],
    ['a share in per cent', { OTEL_TRACES_SAMPLER_ARG: '10%' }, 'OTEL_TRACES_SAMPLER_ARG: a number such as'],
  ])('%s', (_what, change, words) => {
    const said = refusal(change);
    expect(said).toContain(words);
    // Each variable with what it is for, and where to read more.
    for (const [, reason, next] of said.matchAll(/^ {2}(\S.*)\n(.*)/gm))
      expect(next, reason).toMatch(/^( {2}\S| {4}.*docs\/[\w-]+\.md)/);
    // No words of the libraries, and no value.
    expect(said).not.toMatch(/Invalid|NaN|Too (small|big)|error:|routines|expected one of/);
    expect(said).not.toContain(SECRET);
  });

  it('once, and together with all others', () => {
    const said = refusal({ PORT: '0x1', POSTBOX_PRIVATE_KEY: OTHER_KEY, PAYMENT_URL: `${ADDRESS} ` });
    for (const name of ['PORT', 'POSTBOX_CERTIFICATE', 'PAYMENT_URL'])
      expect(said.split(`\n  ${name}: `)).toHaveLength(2);
  });

  it('and a secret in the wrong place is not repeated', () => {
    for (const name of ['PAYMENT_CLIENT_SECRET_FILE', 'POSTBOX_CERTIFICATE', 'EFA_PARTNERS', 'SEALING_KEYS'])
      expect(refusal({ ...efa, PAYMENT_CLIENT_SECRET: undefined, [name]: SECRET })).not.toContain(SECRET);
  });
});

it('the public address is the one that browsers send', () => {
  const at = (PUBLIC_URL: string) => readConfig({ ...production, PUBLIC_URL }).PUBLIC_URL;
  expect(at('https://Bürger.example/')).toBe('https://xn--brger-kva.example');
  expect(at('https://portal.example:443')).toBe('https://portal.example');
});
