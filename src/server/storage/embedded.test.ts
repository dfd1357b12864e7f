import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from './create-database.ts';
import { openStorage, type Storage } from './database.ts';
import type { SealedText } from './sealed.ts';
import { copyEmptyDatabase } from './testing/empty-database.ts';

const ERASED = 'Verschwiegenheit';
const KEPT = 'Bleibendes';

let dataDir = '';
let storage: Storage;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'embedded-'));
});
afterEach(async () => {
  await storage.close().catch(() => {});
  await rm(dataDir, { recursive: true, force: true });
});

/** Opens a copy of an empty database; only the tests about creating one create a new one. */
async function openCopy(): Promise<void> {
  await copyEmptyDatabase(dataDir);
  storage = await openStorage({ dataDir });
}

const filesOf = async () =>
  (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

/** Database files that contain a word. */
async function filesWith(word: string): Promise<string[]> {
  const found: string[] = [];
  for (const { parentPath, name } of await filesOf()) {
    if ((await readFile(path.join(parentPath, name))).includes(word)) found.push(name);
  }
  return found;
}

const write = (key: string, value: string) =>
  storage.db
    .insertInto('loginState')
    .values({ key, value: value as SealedText, expiresAt: new Date() })
    .execute();

it('has nothing of what was erased in any file once it is tidied up, and all of the rest', async () => {
  await openCopy();
  for (let row = 0; row < 200; row += 1) await write(randomUUID(), `${ERASED} ${row} ${'x'.repeat(500)}`);
  await storage.db
    .updateTable('loginState')
    .set({ value: `${ERASED} ${'y'.repeat(500)}` as SealedText })
    .execute();
  await write('kept', KEPT);
  await sql`checkpoint`.execute(storage.db);
  await storage.db.deleteFrom('loginState').where('key', '!=', 'kept').execute();
  expect(await filesWith(ERASED)).not.toEqual([]);

  await storage.tidying?.thorough();
  expect(await filesWith(ERASED)).toEqual([]);
  expect(await storage.db.selectFrom('loginState').select('value').execute()).toEqual([{ value: KEPT }]);
  await storage.close();
  expect(await filesWith(ERASED)).toEqual([]);
  storage = await openStorage({ dataDir });
  expect(await storage.db.selectFrom('loginState').select('value').execute()).toEqual([{ value: KEPT }]);
});

it('makes room by itself when many rows have been changed, and not before', async () => {
  await openCopy();
  const dead = async () => {
    const { rows } = await sql<{ dead: number }>`
      select n_dead_tup::integer as dead from pg_stat_user_tables where relname = 'login_state'`.execute(
      storage.db,
    );
    return rows[0]!.dead;
  };
  // Without this, PostgreSQL counts events only within a second.
  const count = () => sql`select pg_stat_force_next_flush()`.execute(storage.db);
  const change = async (rows: number) => {
    await sql`insert into login_state select 'row' || g, '', now() from generate_series(1, ${rows}) g
      on conflict (key) do update set value = login_state.value || 'x'`.execute(storage.db);
    await count();
  };
  await change(3000);
  await change(3000);
  await storage.tidying?.quick();
  expect(await dead()).toBe(3000);
  await change(3000);
  await storage.tidying?.quick();
  expect(await dead()).toBe(0);
});

it('opens its files to nobody but their owner, those of an earlier version too', async () => {
  storage = await openStorage({ dataDir });
  const open = async () => {
    const all = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const modes = all.map(async ({ parentPath, name }) => {
      const { mode } = await stat(path.join(parentPath, name));
      return (mode & 0o077) === 0 ? [] : [name];
    });
    return (await Promise.all(modes)).flat();
  };
  expect(await open()).toEqual([]);
  await storage.close();
  await chmod(path.join(dataDir, 'database'), 0o755);
  await chmod(path.join(dataDir, 'database/PG_VERSION'), 0o666);
  storage = await openStorage({ dataDir });
  await write(randomUUID(), 'x'.repeat(100_000));
  expect(await open()).toEqual([]);
});

describe('a first start', () => {
  const directory = () => path.join(dataDir, 'database');
  const unfinished = async () => (await readdir(dataDir)).filter((name) => name.includes('.new-'));
  const programOf = async (code: string) => {
    const file = path.join(dataDir, 'program.mjs');
    await writeFile(file, code);
    return pathToFileURL(file);
  };

  it('removes what a creation has left that was killed', async () => {
    await mkdir(`${directory()}.new-abc/base`, { recursive: true });
    storage = await openStorage({ dataDir });
    expect(await unfinished()).toEqual([]);
    expect(await readdir(directory())).toContain('PG_VERSION');
  });

  it('follows a link to another place', async () => {
    const elsewhere = path.join(dataDir, 'elsewhere', 'database');
    await mkdir(elsewhere, { recursive: true });
    await symlink(elsewhere, directory());
    storage = await openStorage({ dataDir });
    expect(await readdir(elsewhere)).toContain('PG_VERSION');
  });

  it('leaves nothing of a database that was not created, and says why', async () => {
    await mkdir(directory());
    const program = await programOf(`import { writeFileSync } from 'node:fs';
      writeFileSync(process.argv[2] + '/PG_VERSION', '18');
      console.error('no memory');
      process.exit(3);`);
    await expect(createDatabase(directory(), program)).rejects.toThrow('was not created: no memory');
    expect([await unfinished(), await readdir(directory())]).toEqual([[], []]);
  });

  it('ends the creation with the server that has begun it', async () => {
    const program = new URL('./initdb.ts', import.meta.url);
    const folder = await mkdtemp(path.join(dataDir, 'made-'));
    const child = fork(program, [folder], { execArgv: [], silent: true });
    await once(child, 'spawn');
    child.disconnect();
    expect((await once(child, 'exit'))[0]).toBe(1);
    expect(await readdir(folder)).not.toContain('PG_VERSION');
  });
});
