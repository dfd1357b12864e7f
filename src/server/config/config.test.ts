import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  readConfig,
  readDatabaseConfig,
  readKeysConfig,
  readMigrationConfig,
  readRestoreConfig,
} from './config.ts';
import { loginsIn, registerUrlOf } from './login-settings.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from './testing/key-pair.ts';

/** A secret as `openssl rand -base64 32` makes it. */
const random = () => randomBytes(32).toString('base64');

const ADDRESS = 'https://partner.example';
const needed = {
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
  POSTBOX_DESTINATION_ID: '7a2c2d3c-6f1f-4f0b-9d5e-0a8a4f3c1b2d',
  POSTBOX_PRIVATE_KEY: CERTIFICATE_KEY,
  POSTBOX_CERTIFICATE: CERTIFICATE,
};

const nkb = {
  NKB_ENTRY_POINT: ADDRESS,
  NKB_IDP_CERTIFICATE: CERTIFICATE,
  NKB_IDP_ISSUER: ADDRESS,
  NKB_ISSUER: ADDRESS,
  NKB_PRIVATE_KEY: CERTIFICATE_KEY,
  NKB_CERTIFICATE: CERTIFICATE,
  NKB_ONLINE_SERVICE_ID: 'BMI-0000',
};
const elster = {
  ELSTER_ENTRY_POINT: ADDRESS,
  ELSTER_IDP_CERTIFICATE: CERTIFICATE,
  ELSTER_IDP_ISSUER: ADDRESS,
  ELSTER_ISSUER: ADDRESS,
  ELSTER_PRIVATE_KEY: CERTIFICATE_KEY,
  ELSTER_CERTIFICATE: CERTIFICATE,
};
const pemOf = ({ privateKey }: { privateKey: KeyObject }) =>
  String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
const ecKey = (namedCurve: string) => pemOf(generateKeyPairSync('ec', { namedCurve }));
const rsaKey = (modulusLength: number) => pemOf(generateKeyPairSync('rsa', { modulusLength }));
const eid = { EID_ISSUER: ADDRESS, EID_CLIENT_ID: 'portal', EID_PRIVATE_KEY: ecKey('P-256') };
const sk = { SK_ISSUER: ADDRESS, SK_CLIENT_ID: 'portal', SK_CLIENT_SECRET: random() };
const logins = { nkb, elster, eid, sk };
const registerUrls = {
  NKB_REGISTER_URL_DE: `${ADDRESS}/nkb`,
  NKB_REGISTER_URL_EN: `${ADDRESS}/nkb/en`,
  SK_REGISTER_URL_DE: `${ADDRESS}/sk`,
  SK_REGISTER_URL_EN: `${ADDRESS}/sk`,
};
const publicKey = (namedCurve: string) =>
  String(generateKeyPairSync('ec', { namedCurve }).publicKey.export({ type: 'spki', format: 'pem' }));
const formServer = {
  LIP_URL: `${ADDRESS}/`,
  LIP_CLIENT_ID: 'portal',
  LIP_PRIVATE_KEY: ecKey('P-256'),
  LIP_PUBLIC_KEY: publicKey('P-256'),
};

const production = {
  ...needed,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.example',
  DATABASE_URL: 'postgres://portal:word@database.example/portal?sslmode=verify-full',
  FITCONNECT_TRUSTED_CERTIFICATES: CERTIFICATE,
  SCANNER_URL: 'clamds://scanner:3310',
};

/** The faults of a configuration, each as `NAME: reason`, without what the variables are for. */
function faultsIn(variables: object): string[] {
  try {
    readConfig(variables as NodeJS.ProcessEnv);
    return [];
  } catch (error) {
    const lines = (error as Error).message.split('\n').slice(1);
    return lines.flatMap((line) => (/^ {2}\S/.test(line) ? [line.trim()] : []));
  }
}

const list = (change: object = {}) =>
  JSON.stringify([
    {
      id: 'mv',
      name: { de: 'MV', en: 'MV' },
      publicKey: createPublicKey(ecKey('P-256')).export({ type: 'spki', format: 'pem' }),
      portal: ADDRESS,
      returnAddresses: [`${ADDRESS}/back`],
      ...change,
    },
  ]);
const shared = { EFA_ID: 'sh', EFA_PRIVATE_KEY: ecKey('P-256'), EFA_PARTNERS: list() };

describe('the login of operators', () => {
  const provider = {
    OPERATORS_ISSUER: ADDRESS,
    OPERATORS_CLIENT_ID: 'portal',
    OPERATORS_CLIENT_SECRET: random(),
  };
  it('is configured as a whole, or not at all', () => {
    expect(readConfig({ ...needed, ...provider }).OPERATORS_ISSUER).toBe(ADDRESS);
    expect(readConfig(needed).OPERATORS_ISSUER).toBeUndefined();
    for (const name of Object.keys(provider))
      expect(faultsIn({ ...needed, ...provider, [name]: undefined })).toEqual([
        `${name}: is missing, while other variables of the operators' login are set`,
      ]);
  });
  it('is needed where two operators note a refund, which the token alone cannot be', () => {
    const byTwo = { ...needed, REFUND_BY_TWO: 'true' };
    expect(readConfig({ ...byTwo, ...provider }).REFUND_BY_TWO).toBe(true);
    expect(readConfig(needed).REFUND_BY_TWO).toBe(false);
    expect(faultsIn({ ...byTwo, OPERATIONS_TOKEN: random() })).toEqual([
      'REFUND_BY_TWO: needs operators who are persons: set OPERATORS_ISSUER',
    ]);
  });
  it('gives roles by the names that the provider has for them', () => {
    const rolesOf = (OPERATORS_ROLES?: string) => readConfig({ ...needed, OPERATORS_ROLES }).OPERATORS_ROLES;
    expect(rolesOf()).toEqual({ look: ['look'], repair: ['repair'], erase: ['erase'] });
    expect(rolesOf('look=Leser Portal, repair=a=b,repair=c')).toEqual({
      look: ['Leser Portal'],
      repair: ['a=b', 'c'],
      erase: [],
    });
    for (const wrong of ['look', 'look=', 'admin=look', 'look=a,,', 'constructor=a'])
      expect(() => rolesOf(wrong), wrong).toThrow('look=NAME,repair=NAME,erase=NAME is expected');
  });
  it('goes over https: alone in production, with a secret that nobody guesses', () => {
    const at = (change: object) => faultsIn({ ...production, ...provider, ...change });
    expect(at({})).toEqual([]);
    expect(at({ OPERATORS_ISSUER: 'http://accounts.example' })).toEqual([
      'OPERATORS_ISSUER: https: is expected; http: only on this machine',
    ]);
    expect(at({ OPERATORS_CLIENT_SECRET: 'a-secret-as-an-example' })).toEqual([
      expect.stringMatching(/^OPERATORS_CLIENT_SECRET: could be guessed/),
    ]);
  });
});

describe('services shared with other portals', () => {
  it('are configured as a whole, or not at all', () => {
    expect(readConfig({ ...needed, ...shared }).EFA_PARTNERS).toHaveLength(1);
    expect(readConfig(needed).EFA_PARTNERS).toBeUndefined();
    for (const name of Object.keys(shared)) {
      expect(() => readConfig({ ...needed, ...shared, [name]: undefined })).toThrow(`${name}: is missing`);
    }
  });
  it('need a key that can sign, and an id that no partner has', () => {
    expect(() => readConfig({ ...needed, ...shared, EFA_PRIVATE_KEY: rsaKey(2048) })).toThrow('P-256');
    expect(() => readConfig({ ...needed, ...shared, EFA_ID: 'mv' })).toThrow('in EFA_PARTNERS, too');
  });
  it('are shared over https: alone in production', () => {
    expect(readConfig({ ...production, ...shared }).EFA_ID).toBe('sh');
    for (const change of [{ portal: 'http://mv.example' }, { returnAddresses: ['http://mv.example/back'] }]) {
      const open = { ...production, ...shared, EFA_PARTNERS: list(change) };
      expect(() => readConfig(open)).toThrow('https: is expected for all addresses of mv');
    }
  });
});

const key = (name: string) => `${name} ${randomBytes(32).toString('base64')}`;
const { SEALING_KEYS: _, ...withoutKeys } = needed;
const vault = { VAULT_URL: ADDRESS, VAULT_KEY: 'portal', VAULT_TOKEN: 'hvs.token' };

describe('keys of the installation', () => {
  const faultsOf = (variables: object) => faultsIn({ ...withoutKeys, ...variables });

  it('are in a file, in Vault, or in both, and then one of them wraps', () => {
    expect(faultsOf({ SEALING_KEYS: key('2026') })).toEqual([]);
    expect(faultsOf(vault)).toEqual([]);
    expect(faultsOf({ ...vault, VAULT_NAMESPACE: 'land', VAULT_MOUNT: 'engines/transit' })).toEqual([]);
    for (const SEALING_BY of ['keys', 'vault'])
      expect(faultsOf({ SEALING_KEYS: key('2026'), ...vault, SEALING_BY })).toEqual([]);
    expect(faultsOf({ SEALING_KEYS: key('2026'), ...vault })).toEqual([
      'SEALING_BY: is missing: keys or vault, while SEALING_KEYS and Vault are set both',
    ]);
  });

  it.each<[object, string[]]>([
    [{}, ['SEALING_KEYS: is missing']],
    [{ SEALING_BY: 'vault', SEALING_KEYS: key('2026') }, ['SEALING_BY: is vault']],
    [{ ...vault, SEALING_BY: 'keys' }, ['SEALING_BY: is keys']],
    [{ VAULT_URL: ADDRESS }, ['VAULT_KEY: is missing', 'VAULT_TOKEN: is missing']],
    [{ VAULT_NAMESPACE: 'land' }, ['VAULT_URL: is', 'VAULT_KEY: is', 'VAULT_TOKEN: is']],
    [{ VAULT_KEY: 'portal', VAULT_ROLE_ID: 'r' }, ['VAULT_URL: is missing', 'VAULT_SECRET_ID: is missing']],
    [{ ...vault, VAULT_TOKEN: undefined, VAULT_SECRET_ID: 's' }, ['VAULT_ROLE_ID: is missing']],
    [{ ...vault, VAULT_ROLE: 'portal' }, ['VAULT_TOKEN: one login is expected']],
    [{ ...vault, VAULT_TOKEN: undefined, VAULT_ROLE: 'portal' }, []],
    [{ ...vault, VAULT_MOUNT: '/transit' }, ['VAULT_MOUNT: a path']],
    [{ ...vault, VAULT_KEY: '../sys' }, ['VAULT_KEY: the name of a key']],
    [{ ...vault, VAULT_JWT: 'token' }, ['VAULT_JWT: the absolute path']],
  ])('are set as a whole: %o', (variables, faults) => {
    expect(faultsOf(variables)).toEqual(faults.map((fault) => expect.stringContaining(fault)));
  });

  it('are read from a file, and a fault of them names a line, and never a key', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'keys-')), 'keys');
    writeFileSync(file, `# the newest first\n${key('2026')}\r\n\n${key('2025')}\n`);
    expect(readConfig({ ...needed, SEALING_KEYS: file }).SEALING_KEYS?.map(({ name }) => name)).toEqual([
      '2026',
      '2025',
    ]);
    const secret = randomBytes(32).toString('base64');
    const wrong = [
      secret,
      `2026 ${secret}x`,
      `2026 ${secret} `.repeat(2),
      `2026 ${secret}\n2026 ${secret}`,
      '',
      ' ',
    ];
    for (const SEALING_KEYS of wrong) {
      const told = faultsOf({ SEALING_KEYS }).join('\n');
      expect(told).toContain('SEALING_KEYS: ');
      expect(told).not.toContain(secret.slice(0, 8));
    }
    expect(faultsOf({ SEALING_KEYS: '/no/such/file' })).toEqual([expect.stringContaining('/no/such/file')]);
  });

  it('protect something in production, where Vault has https:', () => {
    const same = `2025 ${Buffer.alloc(32, 9).toString('base64')}`;
    const faults = (SEALING_KEYS: string) => faultsOf({ ...production, SEALING_KEYS });
    expect(faults(key('2026'))).toEqual([]);
    expect(faults(`${key('demo')}\n${same}`)).toEqual([
      'SEALING_KEYS: the key "demo" is that of a demonstration',
      'SEALING_KEYS: the key "2025" is the same byte 32 times',
    ]);
    expect(() => readConfig({ ...production, ...vault, SEALING_BY: 'vault' })).not.toThrow();
    expect(() =>
      readConfig({ ...production, ...vault, SEALING_BY: 'vault', VAULT_URL: 'http://v.example' }),
    ).toThrow('  VAULT_URL: https: is expected');
  });

  it('are all that a command about them needs', () => {
    expect(readKeysConfig({ SEALING_KEYS: key('2026') })).toMatchObject({ DATA_DIR: 'data' });
    expect(() => readKeysConfig({ VAULT_URL: ADDRESS })).toThrow('VAULT_KEY: is missing');
  });
});

describe('production', () => {
  it('starts with https: alone, or partners on the same machine', () => {
    expect(readConfig(production).NODE_ENV).toBe('production');
    for (const host of ['localhost:8083', '127.0.0.1:8083', '[::1]:8083']) {
      expect(readConfig({ ...production, PAYMENT_URL: `http://${host}` }).PAYMENT_URL).toContain(host);
    }
  });

  // The issuers of the others are names.
  const addresses = ['EID_ISSUER', 'SK_ISSUER'];
  it.each(
    Object.entries({ ...needed, ...nkb, ...elster, ...eid, ...sk }).flatMap(([name, value]) =>
      value === ADDRESS && (!name.includes('ISSUER') || addresses.includes(name)) ? [name] : [],
    ),
  )('does not start with %s by http:', (name) => {
    const open = { ...production, ...nkb, ...elster, ...eid, ...sk, [name]: 'http://partner.example' };
    expect(() => readConfig(open)).toThrow(`  ${name}: https: is expected`);
    expect(() => readConfig({ ...open, NODE_ENV: 'development' })).not.toThrow();
  });

  it('does not start without the roots that certify the keys of the authorities', () => {
    const { FITCONNECT_TRUSTED_CERTIFICATES: _, ...rest } = production;
    expect(() => readConfig(rest)).toThrow('FITCONNECT_TRUSTED_CERTIFICATES');
  });
});

describe('the logins', () => {
  it('may all be left out', () => {
    expect(readConfig(production)).toMatchObject({ NODE_ENV: 'production' });
  });

  it('say where people get an account, each by itself', () => {
    const config = readConfig({ ...needed, ...registerUrls });
    const urls = (['nkb', 'elster', 'sk', 'eid'] as const).map((id) => registerUrlOf(id, config));
    expect(urls).toEqual([
      { de: `${ADDRESS}/nkb`, en: `${ADDRESS}/nkb/en` },
      undefined,
      { de: `${ADDRESS}/sk`, en: `${ADDRESS}/sk` },
      undefined,
    ]);
    expect(loginsIn(config), 'an address makes no login').toEqual([]);
    expect(loginsIn(readConfig({ ...needed, ...nkb, ...sk }))).toEqual(['nkb', 'sk']);
  });

  it.each(Object.keys(registerUrls))('say it in both languages or in none: %s', (name) => {
    const half = { ...needed, ...registerUrls, [name]: undefined };
    expect(() => readConfig(half)).toThrow(`${name}: is missing, while there is an address`);
  });

  it.each(Object.entries(logins))('%s can be the only one', (_id, variables) => {
    expect(readConfig({ ...production, ...variables })).toMatchObject(variables);
  });

  it.each(
    Object.entries(logins).flatMap(([id, variables]) =>
      Object.keys(variables).map((name): [string, string] => [name, id]),
    ),
  )('do not start without %s, while others of %s are set', (name, id) => {
    const half = { ...production, ...logins[id as keyof typeof logins], [name]: undefined };
    expect(() => readConfig(half)).toThrow(new RegExp(`${name}.* login ${id}`));
  });

  it('by OpenID Connect have one proof of who the portal is', () => {
    const both = { ...production, ...eid, EID_CLIENT_SECRET: random() };
    expect(() => readConfig(both)).toThrow(
      'EID_PRIVATE_KEY: or EID_CLIENT_SECRET is expected for the login eid, there are 2',
    );
  });

  it.each([
    ['no key', CERTIFICATE],
    ['a short key', rsaKey(1024)],
    ['a key on another curve', ecKey('P-384')],
  ])('by OpenID Connect do not start with %s', (_what, EID_PRIVATE_KEY) => {
    expect(() => readConfig({ ...production, ...eid, EID_PRIVATE_KEY })).toThrow('EID_PRIVATE_KEY: ');
  });

  const registration = ['NKB', 'ELSTER', 'SK'].flatMap((id) => [
    `${id}_REGISTER_URL_DE`,
    `${id}_REGISTER_URL_EN`,
  ]);
  const pages = ['NKB_SLO_URL', 'ELSTER_SLO_URL', 'NKB_ACCOUNT_URL', 'ELSTER_ACCOUNT_URL', 'SK_ACCOUNT_URL'];
  it.each([...pages, ...registration])('lead people to pages alone: %s', (name) => {
    const other = registration.map((one) => [one, ADDRESS]);
    const all = { ...production, ...nkb, ...elster, ...sk, ...Object.fromEntries(other) };
    expect(readConfig({ ...all, [name]: ADDRESS })).toHaveProperty(name, ADDRESS);
    expect(() => readConfig({ ...all, [name]: 'http://partner.example' })).toThrow(
      `${name}: https: is expected`,
    );
    expect(() => readConfig({ ...all, [name]: 'javascript:alert(1)' })).toThrow(`${name}: `);
  });

  it('by OpenID Connect take keys of RSA, too', () => {
    const EID_PRIVATE_KEY = rsaKey(2048);
    expect(readConfig({ ...production, ...eid, EID_PRIVATE_KEY }).EID_PRIVATE_KEY).toBe(EID_PRIVATE_KEY);
  });
});

describe('the scanner for uploads', () => {
  const { SCANNER_URL: _, ...without } = production;

  it('is demanded in production, unless it is switched off by name', () => {
    expect(() => readConfig(without)).toThrow('  SCANNER_URL: is missing; SCANNER=off');
    expect(readConfig({ ...without, SCANNER: 'off' }).SCANNER).toBe('off');
    expect(readConfig({ ...without, NODE_ENV: 'development' }).SCANNER_URL).toBeUndefined();
  });

  it('has the address of a daemon', () => {
    expect(() => readConfig({ ...production, SCANNER_URL: 'http://scanner' })).toThrow('clamd://host:port');
    expect(() => readConfig({ ...production, SCANNER: 'no' })).toThrow('SCANNER');
  });
});

describe('e-mails', () => {
  const mail = { SMTP_URL: 'smtp://mail.example:587', MAIL_FROM: 'portal@bücher.example' };

  it('may be left out, and demand TLS', () => {
    expect(readConfig(needed)).toMatchObject({ SMTP_TLS: 'required', MAIL_RETRY_SECONDS: 60 });
    expect(readConfig(needed).SMTP_URL).toBeUndefined();
    expect(readConfig({ ...needed, ...mail }).MAIL_FROM).toBe('portal@xn--bcher-kva.example');
  });

  it.each([
    [{ SMTP_URL: mail.SMTP_URL }, /MAIL_FROM: is missing/],
    [{ MAIL_FROM: mail.MAIL_FROM }, /SMTP_URL: is missing/],
    [{ ...mail, SMTP_USER: 'portal' }, /SMTP_PASSWORD: is missing/],
    [{ ...mail, SMTP_PASSWORD: 'secret' }, /SMTP_USER: is missing/],
    [{ ...mail, SMTP_URL: 'http://mail.example' }, /SMTP_URL: smtp:/],
    [{ ...mail, SMTP_URL: 'smtp://portal:secret@mail.example' }, /SMTP_URL: the login/],
    [{ ...mail, MAIL_FROM: 'Portal <portal@example.com>' }, /MAIL_FROM: an e-mail address/],
    [{ ...mail, SMTP_TLS: 'off' }, /SMTP_TLS: only a mail server on this machine/],
  ])('refuse %j', (change, fault) => {
    expect(() => readConfig({ ...needed, ...change })).toThrow(fault);
  });

  it('go without TLS to a server on this machine alone', () => {
    const local = { ...mail, SMTP_URL: 'smtp://localhost:25', SMTP_TLS: 'off' };
    expect(readConfig({ ...needed, ...local }).SMTP_TLS).toBe('off');
  });
});

describe('migrations', () => {
  it('are made by the server, but in production only if an operator says so', () => {
    expect(readConfig(production).MIGRATE_AT_START).toBe(false);
    expect(readConfig({ ...production, MIGRATE_AT_START: 'true' }).MIGRATE_AT_START).toBe(true);
    expect(readConfig({ ...production, NODE_ENV: 'development' }).MIGRATE_AT_START).toBe(true);
    expect(readConfig({ ...needed, MIGRATE_AT_START: 'false' }).MIGRATE_AT_START).toBe(false);
  });
});

describe('the database of a command', () => {
  const keys = { SEALING_KEYS: key('2026') };
  const readers = [
    ['backup, person, check:content', readDatabaseConfig],
    ['restore', readRestoreConfig],
    ['keys', readKeysConfig],
    ['migrate', readMigrationConfig],
  ] as const;

  it.each(readers)('of %s is read from a file, too, and production has no embedded one', (_, read) => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'database-url-')), 'url');
    writeFileSync(file, 'postgres://a@database/b\n');
    expect(read({ ...keys, DATABASE_URL_FILE: file }).DATABASE_URL).toBe('postgres://a@database/b');
    expect(read({ ...keys, DATA_DIR: '/data' })).toMatchObject({ DATA_DIR: '/data' });
    const embedded = { ...keys, DATA_DIR: '/data' };
    expect(() => read({ ...embedded, NODE_ENV: 'production' })).toThrow(
      'DATABASE_URL: is missing; production has no embedded database',
    );
    expect(() => read({ ...embedded, NODE_ENV: 'prod' })).toThrow('NODE_ENV: ');
    rmSync(path.dirname(file), { recursive: true });
  });

  it.each(readers)('of %s speaks TLS in production, as the one of the server', (_, read) => {
    const open = { ...keys, NODE_ENV: 'production', DATABASE_URL: 'postgres://a@database/b' };
    expect(() => read(open)).toThrow('DATABASE_URL: TLS is expected');
    const DATABASE_URL = `${open.DATABASE_URL}?sslmode=verify-full`;
    expect(read({ ...open, DATABASE_URL })).toMatchObject({ DATABASE_URL });
  });

  it('is never the default folder for a backup or a restore', () => {
    for (const read of [readDatabaseConfig, readRestoreConfig])
      expect(() => read({})).toThrow('DATABASE_URL: is missing, and so is DATA_DIR');
  });

  it('is restored by the role of migrations, from a file, too', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'migration-url-')), 'url');
    writeFileSync(file, 'postgres://owner@database/b');
    const both = { DATABASE_URL_FILE: file, MIGRATION_DATABASE_URL_FILE: file };
    expect(readRestoreConfig(both).DATABASE_URL).toBe('postgres://owner@database/b');
    const MIGRATION_DATABASE_URL = 'postgres://owner@other/b';
    expect(readRestoreConfig({ DATABASE_URL_FILE: file, MIGRATION_DATABASE_URL }).DATABASE_URL).toBe(
      MIGRATION_DATABASE_URL,
    );
    expect(readDatabaseConfig({ DATABASE_URL_FILE: file, MIGRATION_DATABASE_URL }).DATABASE_URL).toBe(
      'postgres://owner@database/b',
    );
    rmSync(path.dirname(file), { recursive: true });
  });
});

describe('partners', () => {
  it('are asked whether they are there in production, as often as an operator says', () => {
    expect(readConfig(production).PARTNER_CHECK_MINUTES).toBe(5);
    expect(readConfig(needed).PARTNER_CHECK_MINUTES).toBe(0);
    expect(readConfig({ ...production, PARTNER_CHECK_MINUTES: '0' }).PARTNER_CHECK_MINUTES).toBe(0);
    expect(() => readConfig({ ...needed, PARTNER_CHECK_MINUTES: '61' })).toThrow('PARTNER_CHECK_MINUTES');
  });
});

describe('a pooler', () => {
  it('is none that migrations go through', () => {
    const pooled = { DATABASE_URL: 'postgres://a@pooler/b', DATABASE_POOLER: 'transaction' };
    expect(() => readMigrationConfig(pooled)).toThrow(/MIGRATION_DATABASE_URL: is missing/);
    const direct = { ...pooled, MIGRATION_DATABASE_URL: 'postgres://a@database/b' };
    expect(readMigrationConfig(direct).MIGRATION_DATABASE_URL).toContain('database');
    expect(() => readConfig({ ...needed, DATABASE_POOLER: 'session' })).toThrow(/DATABASE_POOLER/);
  });
});

describe('the log', () => {
  it.each([
    ['production', 'info'],
    ['development', 'trace'],
    ['test', 'trace'],
    [undefined, 'trace'],
  ])('of %s begins with %s', (NODE_ENV, level) => {
    expect(readConfig({ ...production, NODE_ENV } as NodeJS.ProcessEnv).LOG_LEVEL).toBe(level);
  });

  it('begins where an operator says', () => {
    expect(readConfig({ ...production, LOG_LEVEL: 'warn' }).LOG_LEVEL).toBe('warn');
  });
});

describe('proxies before the service', () => {
  it.each([
    [undefined, false],
    ['false', false],
    ['loopback', ['loopback']],
    ['10.0.0.5, 2001:db8::/32', ['10.0.0.5', '2001:db8::/32']],
  ])('are told by their addresses: %s', (TRUST_PROXY, proxies) => {
    expect(readConfig({ ...needed, TRUST_PROXY } as NodeJS.ProcessEnv).TRUST_PROXY).toEqual(proxies);
  });

  it.each(['true', '1', 'proxy.example', ''])('are not believed by anything else: %j', (TRUST_PROXY) => {
    expect(() => readConfig({ ...needed, TRUST_PROXY })).toThrow('TRUST_PROXY');
  });
});

describe('the operators’ token', () => {
  it('may be left out, and is refused when it is short enough to be guessed', () => {
    expect(readConfig({ ...needed }).OPERATIONS_TOKEN).toBeUndefined();
    expect(() => readConfig({ ...needed, OPERATIONS_TOKEN: 'x'.repeat(31) })).toThrow('OPERATIONS_TOKEN');
    expect(readConfig({ ...needed, OPERATIONS_TOKEN: 'x'.repeat(32) }).OPERATIONS_TOKEN).toHaveLength(32);
  });
});

describe('who may follow windows in the workshop', () => {
  it('is everybody outside production, unless that is switched off', () => {
    expect(readConfig({ ...needed }).INSPECTOR).toBe('self');
    expect(readConfig({ ...needed, INSPECTOR: 'off' }).INSPECTOR).toBe('off');
    expect(() => readConfig({ ...needed, INSPECTOR: 'on' })).toThrow('INSPECTOR: ');
  });

  it('is nobody but operators in production', () => {
    expect(readConfig(production).INSPECTOR).toBe('off');
    expect(() => readConfig({ ...production, INSPECTOR: 'self' })).toThrow('INSPECTOR: ');
  });

  it('is another host only where a developer has named it', () => {
    const INSPECTOR_URL = 'https://viewer.example/inspect';
    expect(readConfig({ ...needed }).INSPECTOR_URL).toBeUndefined();
    expect(readConfig({ ...needed, INSPECTOR_URL }).INSPECTOR_URL).toBe(INSPECTOR_URL);
    expect(() => readConfig({ ...needed, INSPECTOR_URL: 'javascript:alert(1)' })).toThrow('INSPECTOR_URL: ');
    expect(() => readConfig({ ...production, INSPECTOR_URL })).toThrow('INSPECTOR_URL: ');
  });
});

it('several secrets of signing are kept, and each is checked', () => {
  const [one, other] = [random(), random()];
  expect(readConfig({ ...needed, SIGNING_SECRET: `${one}\n${other}` }).SIGNING_SECRET).toEqual([one, other]);
  expect(() => readConfig({ ...needed, SIGNING_SECRET: `${one}\nshort` })).toThrow(
    'SIGNING_SECRET: at least',
  );
});

it.each([
  ['SIGNING_SECRET', 32, needed],
  ['EID_CLIENT_SECRET', 16, { ...needed, EID_ISSUER: ADDRESS, EID_CLIENT_ID: 'portal' }],
  ['SK_CLIENT_SECRET', 16, { ...needed, ...sk }],
] as const)('%s is refused when it is short enough to be guessed', (name, least, others) => {
  const withSecret = (length: number) => readConfig({ ...others, [name]: 'x'.repeat(length) });
  expect(() => withSecret(least - 1)).toThrow(`${name}: `);
  expect([withSecret(least)[name]].flat()).toEqual(['x'.repeat(least)]);
});

it('the app of the online ID card is looked for on the person’s own device alone', () => {
  const statusAt = (EID_STATUS_URL: string) => readConfig({ ...needed, EID_STATUS_URL }).EID_STATUS_URL;
  expect(statusAt('http://127.0.0.1:8085/status')).toBe('http://127.0.0.1:8085/status');
  expect(() => statusAt('http://partner.example/status')).toThrow('EID_STATUS_URL: ');
});

it('everything that is missing is named at once', () => {
  const names = Object.keys(needed);
  const message = (() => {
    try {
      readConfig({});
    } catch (error) {
      return String(error);
    }
    return '';
  })();
  for (const name of names) expect(message).toContain(name);
});

it('knows the versions of the payment standard', () => {
  expect(readConfig(needed).PAYMENT_VERSION).toBe('1.0');
  expect(readConfig({ ...needed, PAYMENT_VERSION: '1.2' }).PAYMENT_VERSION).toBe('1.2');
  expect(() => readConfig({ ...needed, PAYMENT_VERSION: '2.0' })).toThrow('PAYMENT_VERSION');
});

describe('the names of the business account’s attributes', () => {
  const read = (ELSTER_ATTRIBUTE_NAMES?: string) =>
    readConfig({ ...needed, ...elster, ...(ELSTER_ATTRIBUTE_NAMES && { ELSTER_ATTRIBUTE_NAMES }) });

  it('are those of the data, unless some are named', () => {
    expect(read().ELSTER_ATTRIBUTE_NAMES).toEqual({});
    expect(read('{"companyName":"Firma"}').ELSTER_ATTRIBUTE_NAMES).toEqual({ companyName: 'Firma' });
  });

  it.each(['companyName=Firma', '{"company":"Firma"}', '{"companyName":""}', '[]'])('are not %s', (names) => {
    expect(() => read(names)).toThrow('ELSTER_ATTRIBUTE_NAMES');
  });
});

describe('the form server', () => {
  it('is configured as a whole, or not at all', () => {
    expect(readConfig({ ...needed, ...formServer }).LIP_URL).toBe(ADDRESS);
    expect(readConfig(needed).LIP_URL).toBeUndefined();
    for (const name of Object.keys(formServer)) {
      const half = { ...needed, ...formServer, [name]: undefined };
      expect(() => readConfig(half)).toThrow(`${name}: is missing`);
    }
  });

  it.each([
    ['LIP_PRIVATE_KEY', ecKey('P-384')],
    ['LIP_PRIVATE_KEY', rsaKey(2048)],
    ['LIP_PUBLIC_KEY', publicKey('P-384')],
    ['LIP_PUBLIC_KEY', '-----BEGIN PUBLIC KEY-----\nMA==\n-----END PUBLIC KEY-----'],
  ])('needs keys of its curve: %s', (name, value) => {
    expect(() => readConfig({ ...needed, ...formServer, [name]: value })).toThrow(
      `${name}: an EC key (P-256)`,
    );
  });

  it('is asked over https: in production', () => {
    const open = { ...production, ...formServer, LIP_URL: 'http://forms.example' };
    expect(() => readConfig(open)).toThrow('LIP_URL: https: is expected');
  });
});

describe('what the outside is told', () => {
  const contact = { SECURITY_TXT_CONTACT: 'mailto:security@example.org', SECURITY_TXT_EXPIRES: '2027-06-30' };

  it('is by default HSTS for a year, the documentation of the calls, and no contact', () => {
    expect(readConfig(needed)).toMatchObject({
      HSTS: 'max-age=31536000; includeSubDomains',
      API_DOCS: 'on',
    });
    expect(readConfig(needed).SECURITY_TXT_CONTACT).toBeUndefined();
    expect(readConfig({ ...needed, ...contact, HSTS: 'off' })).toMatchObject({ ...contact, HSTS: 'off' });
  });

  it.each([
    [{ ...contact, SECURITY_TXT_EXPIRES: undefined }, /SECURITY_TXT_EXPIRES: is missing/],
    [{ ...contact, SECURITY_TXT_CONTACT: undefined }, /SECURITY_TXT_CONTACT: is missing/],
    [{ ...contact, SECURITY_TXT_CONTACT: 'security@example.org' }, /mailto:…, https:/],
    [{ ...contact, SECURITY_TXT_EXPIRES: '30.6.2027' }, /SECURITY_TXT_EXPIRES/],
    [{ HSTS: 'true' }, /HSTS: off is expected, or max-age/],
    [{ HSTS: 'max-age=1\r\nx: y' }, /HSTS/],
    [{ API_DOCS: 'false' }, /API_DOCS/],
  ])('is refused where it is half or wrong: %o', (given, reason) => {
    expect(() => readConfig({ ...needed, ...given })).toThrow(reason);
  });
});

describe('the variables of the feedback component', () => {
  const component = {
    NFK_URL: 'https://feedback.example/api',
    NFK_TOKEN: 'secret',
    NFK_REGION: '010000000000',
  };

  it('are taken together, or not at all', () => {
    expect(readConfig({ ...needed, ...component })).toMatchObject(component);
    expect(readConfig(needed).NFK_URL).toBeUndefined();
  });

  it.each([
    [{ ...component, NFK_URL: undefined }, /NFK_URL: is missing/],
    [{ ...component, NFK_TOKEN: undefined }, /NFK_TOKEN: is missing/],
    [{ ...component, NFK_REGION: undefined }, /NFK_REGION: is missing/],
    [{ ...component, NFK_REGION: '01' }, /NFK_REGION: a regional key/],
  ])('refuse %j', (change, fault) => {
    expect(() => readConfig({ ...needed, ...change })).toThrow(fault);
  });
});
