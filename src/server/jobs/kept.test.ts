import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copiedTables, leftOut } from '#server/copies/columns.ts';
import { ends, kept } from '#server/kept/kept.ts';
import { keptPage, knownColumns, personalColumns } from '#server/kept/kept-page.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { parts } from './parts.ts';

let storage: Storage;
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage.close());

it('every column of the database has an entry, and every entry a column', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name not like 'portal_migration%'`.execute(storage.db);
  expect(knownColumns().sort()).toEqual(rows.map(({ name }) => name).sort());
});

it('the database does not try to compress what is sealed', async () => {
  const { rows } = await sql<{ name: string; kept: string }>`
    select relname || '.' || attname as name, attstorage as kept
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relkind = 'r' and atttypid in ('jsonb'::regtype, 'bytea'::regtype)`.execute(
    storage.db,
  );
  const sealed = new Set(
    personalColumns().flatMap(({ table, column, isSealed }) => (isSealed ? [`${table}.${column}`] : [])),
  );
  const found = rows.filter(({ name }) => sealed.has(name));
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(({ kept }) => kept !== 'e')).toEqual([]);
});

it('every part of the job ends something, and everything has a part that ends it', () => {
  const named = new Set(Object.values(ends).flatMap(({ by }) => [...by]));
  expect([...named].sort()).toEqual(Object.keys(parts).sort());
  const used = new Set(
    Object.values(kept).flatMap((table) => [
      table.ends,
      ...Object.values(table.columns).flatMap((about) =>
        about && typeof about === 'object' && about.ends ? [about.ends] : [],
      ),
    ]),
  );
  expect([...used].sort()).toEqual(Object.keys(ends).sort());
});

it('everything about a person is in the copy that they can take, or left out of it for a reason', () => {
  const missing = Object.entries(kept).flatMap(([table, { columns }]) =>
    Object.entries(columns)
      .filter(([, about]) => about !== null)
      .filter(([column]) => {
        const reasons: Record<string, string> = leftOut[table as keyof typeof leftOut] ?? {};
        return !(copiedTables as readonly string[]).includes(table) && !(column in reasons);
      })
      .map(([column]) => `${table}.${column}`),
  );
  expect(missing).toEqual([]);
});

it('whoever runs the portal reads the same', async () => {
  await expect(keptPage()).toMatchFileSnapshot('../../../docs/data-kept.md');
  expect(readFileSync('docs/operations.md', 'utf8')).toContain('(data-kept.md)');
  expect(personalColumns().length).toBeGreaterThan(50);
});
