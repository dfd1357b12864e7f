import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCheck } from '#server/checking/check-command.ts';
import { bounded, checkInstallation } from '#server/checking/check-installation.ts';
import { lookAtPostgres } from '#server/checking/database.ts';
import type { Finding } from '#server/checking/finding.ts';
import { folderChecks } from '#server/checking/folders.ts';
import { partnerChecks } from '#server/checking/partners.ts';
import { certificateFinding, lookAtCertificate } from '#server/checking/tls.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { openStorage } from '#server/storage/database.ts';
import { startCollectorStandIn } from '#stand-ins/collector/server.ts';
import { type Partners, readContent, startPartners } from '#stand-ins/partners.ts';
import { productFiles, sourceOf } from '../house/imports.ts';
import { type PostgresServer, startPostgres } from '../http/postgres-server.ts';

/** Findings of a check before the start, with stand-ins for all partners. */
const folder = mkdtempSync(path.join(tmpdir(), 'checked-'));
const postgres: PostgresServer | null = await startPostgres();
const asking = { now: () => new Date(), patienceMs: 5_000 };

let partners: Partners;
beforeAll(async () => {
  partners = await startPartners({
    stateDir: path.join(folder, 'partners'),
    content: readContent('content'),
    portalUrl: 'http://localhost:8080',
    acceptAfterMs: 50,
  });
}, 120_000);
/** The database of the portal, as an installation makes it. */
const database = postgres === null ? '' : Object.assign(new URL(postgres.url), { pathname: '/portal' }).href;
beforeAll(() => postgres?.ask(`create database portal encoding 'UTF8' template template0 locale 'C.UTF-8'`));
afterAll(async () => {
  await partners?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (changed: Record<string, string> = {}) => ({
  ...partners.environment,
  DATA_DIR: path.join(folder, 'data'),
  SECURITY_LOG: path.join(folder, 'logs', 'security.log'),
  ...changed,
});
const configured = (changed: Record<string, string> = {}): Config => readConfig(environment(changed));
const askPartners = async (changed: Record<string, string> = {}, about = asking): Promise<Finding[]> =>
  (await Promise.all(partnerChecks(configured(changed), about).map(({ look }) => look()))).flat();
const faultsOf = (found: readonly Finding[]) =>
  found.filter(({ level }) => level === 'fault').map(({ about, said }) => `${about}: ${said}`);

describe('a whole installation', () => {
  it('is told in words, without a secret', async () => {
    const lines: string[] = [];
    await runCheck(environment(), (line) => void lines.push(line));
    const text = lines.join('\n');
    expect(lines.filter((line) => line.startsWith('fault'))).toEqual([]);
    for (const about of [
      'payment',
      'delivery',
      'login nkb',
      'login sk',
      'scanner',
      'mail server',
      'content',
      'keys',
    ])
      expect(text).toContain(`ok       ${about}: `);
    expect(text).toContain('warning  database: it is the embedded one');
    expect(text).toMatch(/ok {7}NKB_CERTIFICATE: it is valid for \d+ days/);
    expect(lines.at(-1)).toMatch(/^0 faults, [12] warnings$/);
    for (const [name, value] of Object.entries(partners.environment))
      if (/SECRET|PASSWORD|TOKEN$|SEALING/.test(name))
        expect(text, name).not.toContain(value.split(' ').at(-1));
  }, 120_000);

  it('with faults everywhere is told all of them', async () => {
    const content = path.join(folder, 'content');
    const found = await checkInstallation(
      { ...configured(), CONTENT_DIR: content, NKB_CERTIFICATE: partners.environment.ELSTER_CERTIFICATE! },
      { ...asking, now: () => new Date(Date.now() + 365 * 86_400_000 * 90) },
    );
    const faults = faultsOf(found).join('\n');
    expect(faults).toContain('content: The content cannot be used');
    expect(faults).toContain('NKB_CERTIFICATE: ');
    expect(faults).toMatch(/login nkb: our clock is \d+ seconds ahead/);
  }, 60_000);

  it('reads its content when all have answered: a process that is busy would not hear them', async () => {
    let asked = 0;
    let askedBefore = 0;
    const config = Object.defineProperty({ ...configured() }, 'CONTENT_DIR', {
      get: () => {
        askedBefore = asked;
        return 'content';
      },
    });
    const now = () => {
      asked += 1;
      return new Date();
    };
    const found = await checkInstallation(config, { ...asking, now });
    expect(faultsOf(found)).toEqual([]);
    expect(askedBefore).toBeGreaterThan(10);
    expect(askedBefore).toBe(asked);
  }, 120_000);

  it('that is configured wrongly is refused as at a start, and without a stack', async () => {
    const run = new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
      const env = { PATH: process.env.PATH, PORT: 'x', SEALING_KEYS: 'sesame open' };
      execFile(process.execPath, ['src/server/main.ts', '--check'], { env }, (error, out, err) =>
        resolve({ code: error?.code, out, err }),
      );
    });
    const { code, out, err } = await run;
    expect(code).toBe(1);
    expect(out).toContain('PAYMENT_CLIENT_SECRET');
    expect(out).not.toContain('sesame');
    expect(out + err).not.toMatch(/\n\s+at /);
  }, 60_000);
});

describe('partners', () => {
  it('that are not there, or do not take our secret, are faults', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    const faults = faultsOf(
      await askPartners({
        NKB_ENTRY_POINT: `http://127.0.0.1:${port}/saml`,
        SCANNER_URL: `clamd://127.0.0.1:${port}`,
        SMTP_PASSWORD: 'another password',
        PAYMENT_CLIENT_SECRET: 'another-secret-of-payment',
        FITCONNECT_CLIENT_SECRET: 'another-secret-of-delivery',
        SK_ISSUER: partners.payment.baseUrl,
      }),
    );
    expect(faults.map((line) => line.split(':')[0]).sort()).toEqual([
      'delivery',
      'login nkb',
      'login sk',
      'mail server',
      'payment',
      'scanner',
    ]);
    expect(faults.join()).toContain(`http://127.0.0.1:${port} does not answer`);
    expect(faults.join()).toContain('ECONNREFUSED');
    expect(faults.join()).not.toContain('another');
  });

  it('that hang keep nobody waiting', async () => {
    const hanging = createServer(() => {}).listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const { port } = hanging.address() as AddressInfo;
    const there = `127.0.0.1:${port}`;
    try {
      const faults = faultsOf(
        await askPartners(
          {
            PAYMENT_URL: `http://${there}`,
            PAYMENT_TOKEN_URL: `http://${there}/token`,
            NFK_URL: `https://${there}`,
            SCANNER_URL: `clamd://${there}`,
            SMTP_URL: `smtp://${there}`,
          },
          { ...asking, patienceMs: 700 },
        ),
      );
      const abouts = new Set(faults.map((line) => line.split(':')[0]));
      expect([...abouts].sort()).toEqual(['feedback component', 'mail server', 'payment', 'scanner']);
      expect(faults.join()).toContain('no answer within 700 ms');
    } finally {
      hanging.close();
    }
  }, 20_000);
});

describe('the collector of traces', () => {
  const at = (endpoint: string) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-portal',
  });
  const found = async (changed: Record<string, string>, about = asking) =>
    (await askPartners(changed, about)).filter((finding) => finding.about === 'trace collector');
  const ask = (token: string) => startCollectorStandIn({ port: 0, token });

  it('is asked with our headers, and gets nothing; without an address there is none', async () => {
    const collector = await ask('of-the-portal');
    try {
      expect(await found(at(collector.endpoint))).toEqual([
        { level: 'ok', about: 'trace collector', said: 'takes our traces' },
      ]);
      expect([collector.requests(), collector.spans()]).toEqual([1, []]);
      expect(await found({})).toEqual([]);
    } finally {
      await collector.close();
    }
  });

  it('that refuses, hangs or is away is a warning, because the portal works without it', async () => {
    const collector = await ask('another');
    const said = async (about = asking) => {
      const [finding] = await found(at(collector.endpoint), about);
      return [finding?.level, finding?.said];
    };
    try {
      expect(await said()).toEqual(['warning', 'trace collector: answered 401']);
      collector.faults.set({ fault: 'silent', requests: 1 });
      expect(await said({ ...asking, patienceMs: 300 })).toEqual([
        'warning',
        'trace collector: no answer within 300 ms',
      ]);
    } finally {
      await collector.close();
    }
    expect(await said()).toEqual(['warning', expect.stringContaining('ECONNREFUSED')]);
  });
});

describe('the TLS certificate of a partner', () => {
  it('that nobody here trusts, or that has run out, is a fault', async () => {
    const { NKB_PRIVATE_KEY: key, NKB_CERTIFICATE: cert } = partners.environment;
    const server = createTlsServer({ key: key!, cert: cert! }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const look = (at: Date) =>
      lookAtCertificate('payment', { host: '127.0.0.1', port }, { ...asking, now: () => at });
    try {
      expect((await look(new Date())).said).toBe(
        'its TLS certificate is not trusted here (DEPTH_ZERO_SELF_SIGNED_CERT)',
      );
      expect((await look(new Date('2100-01-01'))).said).toMatch(
        /^its TLS certificate has run out \d+ days ago$/,
      );
    } finally {
      server.close();
    }
    expect((await look(new Date())).said).toBe('TLS cannot be spoken: it fails (ECONNREFUSED)');
  });

  it.each([
    [29, 'warning'],
    [31, 'ok'],
  ])('that ends in %i days is: %s', (days, level) => {
    const at = new Date('2026-11-28T12:00:00Z');
    const validTo = new Date(at.getTime() + (days + 0.5) * 86_400_000).toUTCString();
    expect(certificateFinding('payment', { validTo, distrust: null }, at)).toMatchObject({ level });
  });
});

it('a check that hangs or fails is a fault, without the words of others', async () => {
  const about = { about: 'scanner', page: 'scanner.md' };
  const hanging = bounded({ ...about, look: () => new Promise(() => {}) }, 20);
  expect(faultsOf(await hanging)).toEqual(['scanner: no answer within 20 ms']);
  const failing = bounded({ ...about, look: () => Promise.reject(new TypeError('sesame')) }, 20);
  expect(faultsOf(await failing)).toEqual(['scanner: TypeError']);
});

it('each finding leads to a chapter that there is', () => {
  const pages = productFiles('src/server/checking').flatMap((file) =>
    Array.from(sourceOf(file).matchAll(/'([\w-]+\.md)(?:#([\w-]+))?'/g), ([, page, anchor]) => ({
      page,
      anchor,
    })),
  );
  expect(pages.length).toBeGreaterThan(8);
  for (const { page, anchor } of pages) {
    const headings = Array.from(sourceOf(`docs/${page}`).matchAll(/^#+ (.+)$/gm), ([, words]) =>
      words!
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
    if (anchor !== undefined) expect(headings, page).toContain(anchor);
  }
});

it('folders that cannot be written are faults', async () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  const look = async (changed: Record<string, string>) =>
    (await Promise.all(folderChecks(configured(changed)).map((check) => check.look()))).flat();
  expect(faultsOf(await look({ TRAIL_FILE: path.join(folder, 'not', 'yet', 'trail') }))).toEqual([]);
  expect(faultsOf(await look({ TRAIL_FILE: '/proc/trail' })).join()).toContain('TRAIL_FILE: ');
});

describe.runIf(postgres)('PostgreSQL', () => {
  /** Runs a statement in the database of the portal. */
  const ask = async (statement: string) => {
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  const look = (url = database, migrates = true) => lookAtPostgres(url, migrates, asking);
  const as = (changed: Partial<URL>) => Object.assign(new URL(database), changed).href;

  it('before the first start, and after it, is fine, and unchanged', async () => {
    const before = await look();
    expect(faultsOf(before)).toEqual([]);
    expect(before.map(({ said }) => said).join()).toMatch(/\d+ migrations are made at the start/);
    const left = faultsOf(await look(database, false)).join();
    expect(left).toMatch(/it lacks \d+ migrations .+ Run "npm run migrate" of this version first/);
    expect((await look()).map(({ said }) => said)).toEqual(before.map(({ said }) => said));
    await (await openStorage({ databaseUrl: database, dataDir: folder })).close();
    const after = await look();
    expect(faultsOf(after)).toEqual([]);
    expect(after.map(({ said }) => said)).toContain('its tables fit this version');
  }, 60_000);

  it('that would lose what is saved, or has another encoding, is a fault', async () => {
    await postgres!.ask(`create database latin encoding 'LATIN1' template template0 locale 'C'`);
    await postgres!.ask('alter database latin set synchronous_commit = off');
    const faults = faultsOf(await look(as({ pathname: '/latin' }))).join('\n');
    expect(faults).toContain('its encoding is LATIN1');
    expect(faults).toContain('synchronous_commit is off');
    expect(faults).not.toContain('fsync');
  });

  it('whose role may not do what is needed is a fault', async () => {
    await postgres!.ask('create role weak login');
    await postgres!.ask('create database owned');
    const weak = async () => faultsOf(await look(as({ username: 'weak' }))).join('\n');
    expect(await weak()).toContain('The role "weak" may not do');
    await ask(
      'grant select on all tables in schema public, jobs to weak; grant usage on schema jobs to weak',
    );
    expect(await weak()).toMatch(/this role may not read and write \d+ tables/);
    await ask('grant select, insert, update, delete on all tables in schema public, jobs to weak');
    expect(await weak()).toBe('');
    expect(faultsOf(await look(as({ username: 'weak', pathname: '/owned' }))).join()).toContain(
      'this role may not change tables',
    );
    expect(faultsOf(await look(as({ username: 'nobody', password: 'sesame' }))).join()).toMatch(
      /no such role|refuses/,
    );
  });

  it('of a newer version is a fault, unless it says that this one may go on', async () => {
    await ask(`insert into portal_migration (name, timestamp) values ('999', '')`);
    const unsaid = faultsOf(await look()).join();
    await ask(`insert into portal_migration_floor (name, oldest) values ('999', '0.0.1')`);
    const said = faultsOf(await look());
    await ask(`delete from portal_migration where name = '999'`);
    await ask(`delete from portal_migration_floor where name = '999'`);
    expect(unsaid).toContain('it is newer than this version');
    expect(said).toEqual([]);
  });

  it('with another clock is told', async () => {
    const found = await lookAtPostgres(database, true, {
      ...asking,
      now: () => new Date(Date.now() - 90_000),
    });
    expect(faultsOf(found)).toEqual(['database: our clock is 90 seconds behind its own']);
  });

  it('that is away is a fault, and has no password in it', async () => {
    const faults = faultsOf(await look('postgres://portal:sesame@127.0.0.1:1/portal')).join();
    expect(faults).toContain('Nobody answers at 127.0.0.1:1');
    expect(faults).not.toContain('sesame');
  });

  it('whose keys are others is a fault', async () => {
    const found = await checkInstallation(
      configured({ DATABASE_URL: database, CONTENT_DIR: path.join(folder, 'none') }),
      asking,
    );
    expect(found.filter(({ about }) => about === 'keys').map(({ said }) => said)).toEqual([
      'local:demo wraps, and all open what they have wrapped',
    ]);
    await ask(
      `insert into data_key (id, kind, wrapped, wrapped_by, created_at)
        values (gen_random_uuid(), 'process', 'x', 'local:gone', now())`,
    );
    const without = await checkInstallation(
      configured({ DATABASE_URL: database, CONTENT_DIR: path.join(folder, 'none') }),
      asking,
    );
    expect(faultsOf(without).join()).toContain('local:gone is not known here; 1 data keys need it');
  }, 60_000);
});
