import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, watch } from 'node:fs';
import { statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnyDatabase } from '#server/backup/copied-tables.ts';
import { opened, type Target } from '#server/backup/restore.ts';
import { bringUpToDate } from '#server/storage/bring-up-to-date.ts';
import { openEmbeddedFor, openPostgresFor } from '#server/storage/command-database.ts';
import { json } from '#server/storage/json.ts';
import { migrations } from '#server/storage/migrations.ts';
import type { SealedJson } from '#server/storage/sealed.ts';
import { copyEmptyDatabase } from '#server/storage/testing/empty-database.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { startPostgres } from './postgres-server.ts';
import { smallDisk } from './small-disk.ts';

/** The commands at their limits, as operators run them: each says what is wrong, and leaves nothing by halves. */

const AT = new Date('2026-03-04T05:06:07.891Z');
const LATEST = Object.keys(migrations).sort().at(-1)!;
const upTo = (last: string) => Object.keys(migrations).filter((name) => name <= last);
/** One of the first versions, the last without keys, and one whose latest migration came before others were merged. */
const OLDER = [
  { version: '022-journal', made: upTo('022-journal'), hasLive: true },
  { version: '043-ends', made: upTo('043-ends'), hasLive: false },
  {
    version: '0.1.0',
    made: [...upTo('052-recalled'), '058-sealed-as-it-is'],
    hasLive: false,
  },
];
const run = promisify(execFile);
const postgres = await startPostgres();
const disk = await smallDisk(200);
const small = disk && (await startPostgres(disk.folder));
afterAll(async () => {
  await postgres?.stop();
  await small?.stop();
  await disk?.remove();
});

let folder = '';
let count = 0;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'backup-limits-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => path.join(folder, name);

type Kind = 'embedded' | 'postgres';
const kinds: Kind[] = postgres ? ['embedded', 'postgres'] : ['embedded'];

/** An address without tables. */
async function emptyOf(kind: Kind): Promise<Target> {
  count += 1;
  if (kind === 'embedded') return { databaseUrl: undefined, dataDir: at(`data-${count}`) };
  await postgres!.ask(`create database number${count}`);
  const url = new URL(postgres!.url);
  url.pathname = `/number${count}`;
  return { databaseUrl: url.href, dataDir: folder };
}

/** A database with these migrations, all by default. */
async function databaseOf(kind: Kind, made?: readonly string[]): Promise<Target> {
  const target = await emptyOf(kind);
  if (kind === 'embedded' && made === undefined) await copyEmptyDatabase(target.dataDir);
  else {
    const database = target.databaseUrl
      ? await openPostgresFor(target.databaseUrl)
      : await openEmbeddedFor(target.dataDir);
    await bringUpToDate(database.db, made);
    await database.close();
  }
  return target;
}

/** Stores applications of about 8 KB that do not shrink. */
async function fill(target: Target, applications: number): Promise<void> {
  await opened(target, async ({ db }) => {
    for (let from = 0; from < applications; from += 100) {
      const rows = Array.from({ length: Math.min(100, applications - from) }, () =>
        processRow(AT, { data: json({ text: randomBytes(6_000).toString('base64') }) as SealedJson }),
      );
      await db.insertInto('process').values(rows).execute();
      const keys = rows.map(({ id }) => ({
        id,
        kind: 'application' as const,
        wrapped: 'w',
        wrappedBy: 'test',
      }));
      await db
        .insertInto('dataKey')
        .values(keys.map((key) => ({ ...key, createdAt: AT })))
        .execute();
    }
  });
}

const contents = (target: Target) =>
  opened(target, async ({ db }) => {
    const { rows } = await sql<{ id: string; hash: string }>`
      select id::text as id, md5(process::text) as hash from process order by id`.execute(db);
    return rows.map(({ id, hash }) => `${id} ${hash}`);
  });

const environment = ({ databaseUrl, dataDir }: Target) => {
  const { DATABASE_URL: _, ...rest } = process.env;
  return { ...rest, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
};
const script = (name: 'backup' | 'restore') => `src/server/backup/${name}-cli.ts`;

type Outcome = { code: number; said: string };
async function command(name: 'backup' | 'restore', target: Target, ...args: string[]): Promise<Outcome> {
  try {
    const { stdout } = await run(process.execPath, [script(name), ...args], { env: environment(target) });
    return { code: 0, said: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, said: stderr };
  }
}
const backUp = (target: Target, to = at('backup'), keys = at('keys')) =>
  command('backup', target, '--to', to, '--keys', keys);
const bringBack = (target: Target, from = at('backup'), keys = at('keys')) =>
  command('restore', target, '--from', from, '--keys', keys);
const done = { code: 0, said: expect.any(String) };
const fails = (...parts: string[]) => ({
  code: 1,
  said: expect.stringMatching(new RegExp(parts.join('.*'), 's')),
});

const pairs = kinds.flatMap((from) => kinds.map((to) => ({ from, to })));
it.each(pairs)('restores what was backed up from $from into $to', async ({ from, to }) => {
  const source = await databaseOf(from);
  await fill(source, 30);
  expect(await backUp(source)).toEqual(done);
  const target = await emptyOf(to);
  expect(await bringBack(target)).toEqual(done);
  expect(await contents(target)).toEqual(await contents(source));
});

describe.each(kinds)('with %s', (kind) => {
  it.each(OLDER)('brings a backup of $version up to date', async ({ made: names, hasLive }) => {
    const source = await databaseOf(kind, names);
    const id = randomUUID();
    const earlier = await opened(source, async ({ db }) => {
      await sql`insert into process (id, version, status, context, status_changed, created_at, updated_at, available_until,
          metadata_id, area_key, locale, session_id, user_id, data, page)
        values (${id}, 1, 'EDITING', '{"running": false}', ${AT}, ${AT}, ${AT}, ${AT}, 'hundesteuer-kiel', '010020000000',
          'de', ${randomUUID()}, null, '{"dogName": "Größe"}', null)`.execute(db);
      await sql`insert into payment (id, process_id, attempt, state, context, amount_cents, end_point_id, transaction_id,
          reference, created_at, changed_at, checks)
        values (${randomUUID()}, ${id}, 1, 'paid', '{}', 100, 'end', 'transaction', 'reference', ${AT}, ${AT}, 0)`.execute(
        db,
      );
      return columnsOf(db);
    });
    expect(await backUp(source)).toEqual(done);
    const target = await emptyOf(kind);
    expect(await bringBack(target)).toEqual(done);
    await opened(target, async ({ db }) => {
      expect(await db.selectFrom('process').select(['id', 'data']).execute()).toEqual([
        { id, data: { dogName: 'Größe' } },
      ]);
      // What the migrations make of the rows, they make of restored rows as well.
      const { rows } = await sql`select live_process from payment`.execute(db);
      expect(rows).toEqual([{ liveProcess: hasLive ? id : null }]);
      const made = await sql<{ name: string }>`select max(name) as name from portal_migration`.execute(db);
      expect(made.rows).toEqual([{ name: LATEST }]);
      expect((await columnsOf(db)).length).toBeGreaterThan(earlier.length);
    });
    // The server finds nothing to do.
    await opened(target, ({ db }) => bringUpToDate(db));
  });

  it('lets one of two restores at once into a database', async () => {
    const source = await databaseOf(kind);
    await fill(source, 300);
    expect(await backUp(source)).toEqual(done);
    const target = await emptyOf(kind);
    const outcomes = await Promise.all([bringBack(target), bringBack(target)]);
    const codes = outcomes.map(({ code }) => code).sort();
    expect(codes).toEqual([0, 1]);
    const { said } = outcomes.find(({ code }) => code === 1)!;
    expect(said).toMatch(
      /Nothing was restored\. (Another restore works on|Process \d+ works on|.*(is not empty|has a database already))/,
    );
    expect(await contents(target)).toEqual(await contents(source));
  });

  it('restores nothing by halves when it is killed, and everything when it is started again', async () => {
    const source = await databaseOf(kind);
    await fill(source, 2_000);
    expect(await backUp(source)).toEqual(done);
    const target = await emptyOf(kind);
    const args = ['--from', at('backup'), '--keys', at('keys')];
    const child = spawn(process.execPath, [script('restore'), ...args], {
      env: environment(target),
      stdio: 'ignore',
    });
    await hasBegun(child, target);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
    expect(existsSync(path.join(target.dataDir, 'database'))).toBe(false);
    expect(await bringBack(target)).toEqual(done);
    expect(await contents(target)).toEqual(await contents(source));
    if (kind === 'embedded')
      expect(readdirSync(target.dataDir).filter((name) => name.startsWith('restoring'))).toEqual([]);
  });
});

/** Waits until a restore writes rows. */
async function hasBegun(child: ChildProcess, { databaseUrl, dataDir }: Target): Promise<void> {
  const isOver = () => child.exitCode !== null;
  if (databaseUrl) {
    const busy = `select 1 from pg_stat_activity where query like 'insert into "process"%' and datname = '${new URL(databaseUrl).pathname.slice(1)}'`;
    while ((await postgres!.ask(busy)).length === 0) if (isOver()) throw new Error('it is over already');
    return;
  }
  await expect.poll(() => existsSync(dataDir), { interval: 5, timeout: 30_000 }).toBe(true);
  const making = () => readdirSync(dataDir).find((name) => name.startsWith('restoring-'));
  await expect.poll(making, { interval: 5, timeout: 30_000 }).toBeDefined();
  const watcher = watch(path.join(dataDir, making()!), { recursive: true });
  await once(watcher, 'change');
  watcher.close();
}

const columnsOf = async (db: AnyDatabase): Promise<unknown[]> =>
  (
    await sql`select table_name, column_name from information_schema.columns where table_schema = 'public'`.execute(
      db,
    )
  ).rows;

// Only if a file system may be mounted.
describe.runIf(disk)('on a full disk', () => {
  afterEach(() => disk!.free());
  const on = (name: string) => path.join(disk!.folder, name);

  it('makes no backup, whichever of the two folders has no room', async () => {
    const source = await databaseOf('embedded');
    await fill(source, 200);
    expect(await backUp(source, at('first'))).toEqual(done);
    const earlier = readdirSync(at('keys'));
    await disk!.fill();
    expect(await backUp(source, on('backup'))).toEqual(
      fails(`No backup was made. The disk of ${disk!.folder}\\S* is full`),
    );
    expect(await backUp(source, at('backup'), on('keys'))).toEqual(
      fails(`No backup was made. The disk of ${disk!.folder}\\S* is full`),
    );
    await disk!.free();
    expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([]);
    expect(readdirSync(disk!.folder).filter((name) => name.startsWith('backup'))).toEqual([]);
    // The keys are those of a backup that there is.
    expect(readdirSync(at('keys'))).toEqual(earlier);
    expect(await command('restore', source, '--from', at('first'), '--check')).toEqual(done);
  });

  /** Leaves as many megabytes. */
  const leave = async (megabytes: number) => {
    const { bavail, bsize } = await statfs(disk!.folder);
    await writeFile(on('ballast'), Buffer.alloc(bavail * bsize - megabytes * 1024 ** 2));
  };

  it.each([4, 55])(
    'restores nothing with %i MB, and all of it once there is space: embedded',
    async (left) => {
      const source = await databaseOf('embedded');
      await fill(source, 2_000);
      expect(await backUp(source)).toEqual(done);
      const target = { databaseUrl: undefined, dataDir: on('restored') };
      await leave(left);
      const outcome = await bringBack(target);
      expect(outcome).toEqual(fails('Nothing was restored. The disk', 'full'));
      // The lock, which nobody holds any more.
      const isNoDatabase = (name: string) => ['database.held', 'database.lock'].includes(name);
      expect(
        existsSync(target.dataDir) ? readdirSync(target.dataDir).filter((name) => !isNoDatabase(name)) : [],
      ).toEqual([]);
      await disk!.free();
      expect(await bringBack(target)).toEqual(done);
      expect(await contents(target)).toEqual(await contents(source));
      rmSync(target.dataDir, { recursive: true });
    },
  );

  it.runIf(small)('restores nothing, and all of it once there is space: PostgreSQL', async () => {
    const source = await databaseOf('embedded');
    await fill(source, 2_000);
    expect(await backUp(source)).toEqual(done);
    const target = { databaseUrl: small!.url, dataDir: folder };
    await leave(10);
    expect(await bringBack(target)).toEqual(fails('Nothing was restored. The disk', 'full'));
    await disk!.free();
    await expect.poll(() => small!.ask('select 1').catch(() => null), { timeout: 30_000 }).not.toBeNull();
    expect(await bringBack(target)).toEqual(done);
    expect(await contents(target)).toEqual(await contents(source));
  });
});
