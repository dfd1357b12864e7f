import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from './testing/key-pair.ts';

const random = () => randomBytes(32).toString('base64');
const ADDRESS = 'https://partner.example';
const DATABASE = 'postgres://portal:word@database.example/portal';

/** The least that a real installation needs. */
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

/** Returns the message that an operator reads; empty when the server would start. */
function refusal(change: object): string {
  try {
    readConfig({ ...production, ...change } as NodeJS.ProcessEnv);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
const faultsOf = (change: object): string[] =>
  refusal(change)
    .split('\n')
    .flatMap((line) => (/^ {2}\S/.test(line) ? [line.trim()] : []));

const folder = mkdtempSync(path.join(tmpdir(), 'config-'));
const file = (name: string, text: string): string => {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
};

it('starts with what it needs', () => {
  expect(faultsOf({})).toEqual([]);
});

describe('each wrong configuration is named', () => {
  it.each<[string, object, string]>([
    ['no database', { DATABASE_URL: undefined }, 'DATABASE_URL: is missing'],
    ['a database elsewhere without TLS', { DATABASE_URL: DATABASE }, 'DATABASE_URL: TLS is expected'],
    ['TLS switched off', { DATABASE_URL: `${DATABASE}?sslmode=disable` }, 'DATABASE_URL: TLS is expected'],
    ['TLS unchecked', { DATABASE_URL: `${DATABASE}?sslmode=no-verify` }, 'DATABASE_URL: TLS is expected'],
    [
      'TLS as libpq requires it, unchecked',
      { DATABASE_URL: `${DATABASE}?uselibpqcompat=true&sslmode=require` },
      'DATABASE_URL: TLS is expected',
    ],
    [
      'a missing root of the database',
      { DATABASE_URL: `${DATABASE}?sslmode=verify-full&sslrootcert=/no/such.pem` },
      'DATABASE_URL: cannot be used (ENOENT)',
    ],
    ['another database', { DATABASE_URL: 'mysql://db.example/portal' }, 'DATABASE_URL: an address postgres'],
    ['no public address', { PUBLIC_URL: undefined }, 'PUBLIC_URL: is missing'],
    ['a public address by http:', { PUBLIC_URL: 'http://portal.example' }, 'PUBLIC_URL: https: is expected'],
    ['on this machine, too', { PUBLIC_URL: 'http://localhost:8080' }, 'PUBLIC_URL: https: is expected'],
    ['a path', { PUBLIC_URL: 'https://land.example/portal' }, 'PUBLIC_URL: the portal has a host of its own'],
    ['a user', { PUBLIC_URL: 'https://me@land.example' }, 'PUBLIC_URL: the portal has a host of its own'],
    [
      'no address at all',
      { PUBLIC_URL: 'portal.example' },
      'PUBLIC_URL: an address such as https://host is expected',
    ],
    [
      'a scanner elsewhere without TLS',
      { SCANNER_URL: 'clamd://scan.example' },
      'SCANNER_URL: clamds: (TLS)',
    ],
    ['no scanner', { SCANNER_URL: undefined }, 'SCANNER_URL: is missing'],
    ['an empty secret', { PAYMENT_CLIENT_SECRET: '' }, 'PAYMENT_CLIENT_SECRET: is empty'],
    ['an example', { SIGNING_SECRET: `change-me-${random()}` }, 'SIGNING_SECRET: could be guessed'],
    [
      'the token of the demonstration',
      { OPERATIONS_TOKEN: 'demonstration-token-of-the-operators' },
      'OPERATIONS_TOKEN: could be guessed',
    ],
    ['few characters', { SIGNING_SECRET: 'ab'.repeat(20) }, 'SIGNING_SECRET: could be guessed'],
    [
      'a file of what is no secret',
      { PUBLIC_URL: undefined, PUBLIC_URL_FILE: '/x' },
      'PUBLIC_URL_FILE: is not read: only secrets can be in files; set PUBLIC_URL itself',
    ],
    ['a short secret', { SIGNING_SECRET: 'short' }, 'SIGNING_SECRET: at least 32 characters'],
    ['a partner by http:', { PAYMENT_URL: 'http://pay.example' }, 'PAYMENT_URL: https: is expected'],
    [
      'a session that ends before it is idle',
      { SESSION_IDLE_MINUTES: '60', SESSION_ABSOLUTE_MINUTES: '30' },
      'SESSION_IDLE_MINUTES: is longer than SESSION_ABSOLUTE_MINUTES',
    ],
    [
      'a misspelt name',
      { SESION_IDLE_MINUTES: '10' },
      'SESION_IDLE_MINUTES: is not known; SESSION_IDLE_MINUTES may be meant',
    ],
    ['a misspelt end', { DATABASE_ULR: 'x' }, 'DATABASE_ULR: is not known; DATABASE_URL may be meant'],
    ['a name of a partner that is not known', { SMTP_HOST: 'mail.example' }, 'SMTP_HOST: is not known'],
    ['a misspelt environment', { NODE_ENV: 'prod' }, 'NODE_ENV: '],
    ['no number', { PORT: 'eighty' }, 'PORT: '],
    ['a level that is not one', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL: '],
    [
      'no roots',
      { FITCONNECT_TRUSTED_CERTIFICATES: undefined },
      'FITCONNECT_TRUSTED_CERTIFICATES: is missing',
    ],
    [
      'a file that is not there',
      { POSTBOX_PRIVATE_KEY: '/no/key.pem' },
      'POSTBOX_PRIVATE_KEY: cannot read /no/key.pem',
    ],
    [
      'half a login',
      { NKB_ENTRY_POINT: ADDRESS },
      'NKB_ISSUER: is missing, while other variables of the login',
    ],
  ])('%s', (_what, change, fault) => {
    expect(faultsOf(change)).toContainEqual(expect.stringContaining(fault));
  });

  it.each([
    `${DATABASE}?sslmode=verify-ca`,
    'postgres://portal@localhost/portal',
    'postgres://portal@127.0.0.1:5433/portal',
    'postgresql://portal@/portal?host=/var/run/postgresql',
  ])('and a database that nobody else hears is none: %s', (DATABASE_URL) => {
    expect(faultsOf({ DATABASE_URL })).toEqual([]);
  });

  it('all at once, each with what it is for and where to read more', () => {
    const text = refusal({
      PAYMENT_URL: undefined,
      DATABASE_URL: undefined,
      NKB_ENTRY_POINT: ADDRESS,
      NODE_ENV: 'prod',
      SESION_IDLE_MINUTES: '10',
    });
    expect(text).toContain(
      '  PAYMENT_URL: is missing\n    the address of the payment service (docs/partners-login-payment.md#payment)',
    );
    for (const name of ['DATABASE_URL', 'NKB_ISSUER', 'NODE_ENV', 'SESION_IDLE_MINUTES'])
      expect(text).toContain(`  ${name}: `);
  });

  it('and no value of a variable is repeated, as it may be a secret', () => {
    const secret = randomBytes(24).toString('hex');
    const all = [
      ...Object.keys(production),
      'OPERATIONS_TOKEN',
      'SMTP_PASSWORD',
      'EFA_PRIVATE_KEY',
      'EID_PRIVATE_KEY',
    ].map((name) => [name, name === 'NODE_ENV' ? 'production' : secret]);
    expect(refusal(Object.fromEntries(all))).not.toContain(secret);
    expect(refusal({ DATABASE_URL: `postgres://portal:${secret}@[/portal` })).not.toContain(secret);
  });
});

describe('variables of others', () => {
  it('are nobody’s mistake', () => {
    const others = {
      PATH: '/usr/bin',
      HOSTNAME: 'pod-1',
      NODE_OPTIONS: '--max-old-space-size=512',
      LOG_DIR: '/var/log',
      PAYMENT_SERVICE_HOST: '10.0.0.1',
      PAYMENT_SERVICE_PORT_HTTPS: '443',
      PAYMENT_PORT: 'tcp://10.0.0.1:443',
      PAYMENT_PORT_443_TCP_ADDR: '10.0.0.1',
      PGSSLMODE: 'disable',
    };
    expect(faultsOf(others)).toEqual([]);
  });

  it('and outside production a name that nobody knows is left alone', () => {
    expect(() =>
      readConfig({ ...production, NODE_ENV: 'development', SESION_IDLE_MINUTES: '10' }),
    ).not.toThrow();
  });
});

describe('a secret in a file', () => {
  it('is the text of the file that the variable with _FILE names', () => {
    const secret = random();
    const { SIGNING_SECRET: _, ...rest } = production;
    const read = readConfig({ ...rest, SIGNING_SECRET_FILE: file('signing', `${secret}\n`) });
    expect(read.SIGNING_SECRET).toEqual([secret]);
  });

  it('is checked as any other', () => {
    const change = { SIGNING_SECRET: undefined, SIGNING_SECRET_FILE: file('weak', 'short\n') };
    expect(faultsOf(change)).toEqual(['SIGNING_SECRET: at least 32 characters are expected']);
  });

  it('is given once, and its file can be read', () => {
    expect(faultsOf({ SIGNING_SECRET_FILE: file('twice', random()) })).toEqual([
      'SIGNING_SECRET_FILE: is set together with SIGNING_SECRET: one of them is expected',
    ]);
    expect(faultsOf({ SIGNING_SECRET: undefined, SIGNING_SECRET_FILE: '/no/such/file' })).toEqual([
      'SIGNING_SECRET_FILE: cannot read /no/such/file (ENOENT)',
    ]);
  });

  it('stays there for Vault, which reads it at each use', () => {
    const VAULT_TOKEN_FILE = file('vault', 'hvs.token\n');
    const vault = { VAULT_URL: ADDRESS, VAULT_KEY: 'portal', SEALING_BY: 'vault', VAULT_TOKEN_FILE };
    expect(readConfig({ ...production, ...vault }).VAULT_TOKEN).toBe(VAULT_TOKEN_FILE);
  });
});
