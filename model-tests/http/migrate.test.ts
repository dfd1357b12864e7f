import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Migrating, MigrationFailed, MigrationWaits, migratePostgres } from '#server/storage/migrate.ts';
import { batchesFor, changeFor, indexesFor } from '#server/storage/migration.ts';
import { migrations } from '#server/storage/migrations.ts';
import { complete, fillIn, settled } from './applications.ts';
import { startPortal } from './portal.ts';
import { startPostgres } from './postgres-server.ts';

const root = path.resolve(import.meta.dirname, '../..');
const postgres = await startPostgres();
afterAll(() => postgres?.stop());

/** The statements of a page for operators, a list for each block of SQL under this heading. */
function statementsUnder(heading: string): string[][] {
  const page = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
  const section = page.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  return Array.from(section.matchAll(/```sql\n([\s\S]+?)```/g), ([, block]) =>
    block!.split(';\n').filter((statement) => statement.trim() !== ''),
  );
}

const by = (role: string, database: string): string => {
  const url = new URL(postgres!.url);
  url.username = role;
  url.pathname = database;
  return String(url);
};

async function run(statements: readonly string[], url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const answers: unknown[] = [];
    for (const statement of statements) answers.push((await client.query(statement)).rows);
    return answers;
  } finally {
    await client.end();
  }
}

const migrate = async (databaseUrl: string, ...options: string[]) => {
  const env = { ...process.env, MIGRATION_DATABASE_URL: databaseUrl };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(root, 'src/server/migrate.ts'), ...options],
    { env },
  );
  return stdout;
};

// Runs only with an installed PostgreSQL server: the embedded database has one role.
describe.runIf(postgres)('with the roles of the documentation', () => {
  const [create = [], grant = [], handOver = []] = statementsUnder('Roles of the database');

  it('one role migrates, and the other takes an application through to its receipt', async () => {
    await run(create, postgres!.url);
    await run(grant, by('postgres', 'portal'));
    const serves = { DATABASE_URL: by('portal', 'portal'), MIGRATE_AT_START: 'false' };
    let said = '';
    await expect(
      startPortal({
        environment: serves,
        output: (text) => {
          said += text;
        },
        script: path.join(root, 'src/server/main.ts'),
      }),
    ).rejects.toThrow();
    expect(said).toMatch(/lacks \d+ migrations of this version, from .* Run "npm run migrate"/);

    const migrates = by('portal_migration', 'portal');
    expect(await migrate(migrates, '--dry-run')).toMatch(/create table session[\s\S]+Nothing was changed/);
    expect(await migrate(migrates)).toContain('the tables of the job queue are made');
    expect(await migrate(migrates)).toContain('has all migrations');
    await expect(run(['create table mine (id integer)'], serves.DATABASE_URL)).rejects.toThrow(/denied/);
    await expect(run(['alter table process add column mine integer'], serves.DATABASE_URL)).rejects.toThrow(
      /owner/,
    );

    const told: string[] = [];
    const portal = await startPortal({
      environment: { ...serves, LOG_LEVEL: 'warn' },
      output: (text) => told.push(text),
    });
    try {
      const client = portal.client();
      await client.call('openPseudo', { body: { locale: 'de' } });
      const { id } = await fillIn(client, 'hundesteuer');
      await complete(client, id);
      await client.call('submitProcess', { params: { id } });
      expect((await settled(client, id)).status).toBe('SUBMITTED');
    } finally {
      await portal.close();
    }
    expect(told.filter((line) => line.includes('denied') || line.includes('owner'))).toEqual([]);
  });

  it('what one role has made until now is handed over', async () => {
    await run(['create database earlier owner portal'], postgres!.url);
    const earlier = by('portal', 'earlier');
    await migrate(earlier);
    await run(grant, by('postgres', 'earlier'));
    const refusals: unknown[] = [];
    const owner = new pg.Client({ connectionString: by('postgres', 'earlier') });
    await owner.connect();
    for (const statement of handOver) {
      await owner.query(statement);
      const use = run(["set lock_timeout = '50ms'", 'select from login_state limit 1'], earlier);
      refusals.push(
        await use.then(
          () => null,
          ({ code }) => code,
        ),
      );
    }
    await owner.end();
    // A server that works meanwhile waits for the lock at most; it is never without its rights.
    expect(refusals.filter((code) => code !== '55P03' && code !== null)).toEqual([]);
    expect(refusals.at(-1)).toBeNull();
    await expect(run(['alter table process add column mine integer'], earlier)).rejects.toThrow(/owner/);
    expect(await migrate(by('portal_migration', 'earlier'))).toContain('has all migrations');
    const [rows] = await run(['select count(*)::integer as count from jobs.job'], earlier);
    expect(rows).toEqual([{ count: 0 }]);
    await run(["insert into login_state values ('a', 'b', now())"], earlier);
  });
});

// Only PostgreSQL has others that work on its tables meanwhile.
describe.runIf(postgres)('while people work', () => {
  const url = () => by('postgres', 'busy');
  let other: pg.Client;
  beforeAll(async () => {
    await run(['create database busy'], postgres!.url);
    await migrate(url());
    other = new pg.Client({ connectionString: url() });
    await other.connect();
    await run(
      [
        'create table growing (id integer primary key, done boolean not null default false)',
        'insert into growing select generate_series(1, 25)',
      ],
      url(),
    );
  });
  afterAll(() => other?.end());

  const made: Record<string, (typeof migrations)[string]> = {};
  /** Makes another migration after those before. */
  const make = (name: string, migration: (typeof migrations)[string], options: Partial<Migrating> = {}) => {
    made[name] = migration;
    const known = { ...migrations, ...made };
    return migratePostgres(
      url(),
      {},
      { tell: () => {}, lockMs: 50, pauseMs: 50, tries: 1_000_000, ...options, known },
    );
  };

  it('a migration lets them go on while it waits for a lock, and is made when it is free', async () => {
    await other.query('begin');
    await other.query('select from growing limit 1');
    const told: string[] = [];
    let tried = () => {};
    const isTried = new Promise<void>((resolve) => {
      tried = resolve;
    });
    const tell = (line: string) => {
      told.push(line);
      tried();
    };
    const making = make('901-waits', changeFor('0.2', 'alter table growing add column later text'), { tell });
    await isTried;
    // Somebody who came after the migration is served before it.
    await run(['select from growing limit 1'], url());
    await other.query('commit');
    await making;
    expect(told[0]).toMatch(/901-waits: others hold a lock; tried again \(2 of/);
    expect(told.at(-1)).toBe('901-waits is made');
    await run(['select later from growing limit 1'], url());
  });

  it('a migration that never gets its lock says so, and nothing of it is there', async () => {
    await other.query('begin');
    await other.query('select from growing limit 1');
    const change = changeFor(
      '0.2',
      'create table half (id integer)',
      'alter table growing add column never text',
    );
    await expect(make('902-never', change, { tries: 2 })).rejects.toThrow(MigrationWaits);
    await other.query('commit');
    expect(await run(["select to_regclass('half') as there"], url())).toEqual([[{ there: null }]]);
    await make('902-never', change);
  });

  const index = (name: string) =>
    run(
      [
        `select indisvalid as valid, indnatts as columns from pg_index where indexrelid = '${name}'::regclass`,
      ],
      url(),
    );

  it('an index is built while they write', async () => {
    await other.query('begin');
    await other.query('update growing set later = $1 where id = 1', ['open']);
    const making = make('903-index', indexesFor('0.2', 'create index growing_later on growing (later)'));
    const waits =
      "select 1 from pg_stat_activity where query like 'create index concurrently%' and wait_event_type = 'Lock'";
    while (((await run([waits], url()))[0] as unknown[]).length === 0);
    await run(["set lock_timeout = '5s'", 'update growing set later = null where id = 2'], url());
    await other.query('commit');
    await making;
    expect(await index('growing_later')).toEqual([[{ valid: true, columns: 1 }]]);
  });

  it('an index whose building was interrupted is built anew', async () => {
    await run(
      [
        'create index growing_by_done on growing (done)',
        "update pg_index set indisvalid = false where indexrelid = 'growing_by_done'::regclass",
      ],
      url(),
    );
    await make('9031-index', indexesFor('0.2', 'create index growing_by_done on growing (done, id)'));
    expect(await index('growing_by_done')).toEqual([[{ valid: true, columns: 2 }]]);
  });

  it('rows are changed in batches that stay, and an interrupted one goes on', async () => {
    await run(
      [
        "update growing set later = 'x' where id = 25",
        "alter table growing add constraint no_x check (not (done and later is not distinct from 'x'))",
      ],
      url(),
    );
    const batches = batchesFor(
      '0.2',
      'update growing set done = true where id in (select id from growing where not done order by id limit 10)',
    );
    await expect(make('904-batches', batches)).rejects.toThrow();
    const done = 'select count(*)::integer as count from growing where done';
    expect(await run([done], url())).toEqual([[{ count: 20 }]]);
    await run(['alter table growing drop constraint no_x'], url());
    await make('904-batches', batches);
    expect(await run([done], url())).toEqual([[{ count: 25 }]]);
  });

  it('two that migrate at once make each migration once', async () => {
    const once = changeFor('0.2', 'create table once_only (id integer)');
    await Promise.all([make('905-once', once), make('905-once', once)]);
    expect(await run(["select oldest from portal_migration_floor where name = '905-once'"], url())).toEqual([
      [{ oldest: '0.2' }],
    ]);
  });

  it('one whose number comes before that of others is made after them', async () => {
    await make('9005-between', changeFor('0.2', 'create table between_others (id integer)'));
    expect(await run(['select count(*)::integer as count from between_others'], url())).toEqual([
      [{ count: 0 }],
    ]);
  });

  it('one that cannot be made says why, and nothing of it is there', async () => {
    const change = changeFor(
      '0.2',
      'create table half_made (id integer)',
      'create table once_only (id integer)',
    );
    const failure = await make('906-fails', change).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MigrationFailed);
    expect(String(failure)).toMatch(
      /906-fails was not made: relation "once_only" already exists\nWhat was made before stays/,
    );
    expect(await run(["select to_regclass('half_made') as there"], url())).toEqual([[{ there: null }]]);
  });
});
