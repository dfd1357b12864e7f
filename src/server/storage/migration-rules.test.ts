import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { batchesFor, change, changeFor, indexesFor, type PortalMigration } from './migration.ts';
import { migrations } from './migrations.ts';
import { isOlder, ownVersion } from './own-version.ts';

/** The last migration from before servers looked at what a newer database demands of them. */
const LAST_UNSAID = '052-recalled';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/upgrade.md'), 'utf8');

/** The version that brings each migration, by the page for operators. */
function versionsIn(text: string): Map<string, string> {
  const sections = text.split('\n## By version\n')[1]!.split('\n## ')[0]!.split('\n### ').slice(1);
  return new Map(
    sections.flatMap((section) => {
      const line = section.split('\n').find((one) => one.startsWith('Migrations: ')) ?? '';
      return Array.from(line.matchAll(/`(\d{3}-[\w-]+)`/g), ([, name]): [string, string] => [
        name!,
        section.split('\n')[0]!.trim(),
      ]);
    }),
  );
}

/** Returns what would stop servers of the version before, or people who work meanwhile. */
function faultsOf(name: string, { goesOnFor, says, inParts }: PortalMigration, versions = versionsIn(page)) {
  const version = versions.get(name);
  if (version === undefined) return [`${name} is in no version of docs/upgrade.md`];
  if (goesOnFor === null) return [`${name} does not say which servers may go on`];
  const [major, minor] = version.split('.').map(Number) as [number, number];
  const faults: string[] = [];
  if (minor > 0 && isOlder(`${major}.${minor - 1}`, goesOnFor))
    faults.push(`${name} stops servers of the version before ${version}`);
  if (inParts !== null) return faults;
  const own = says.flatMap((line) => /^create (?:unlogged )?table (\w+)/.exec(line)?.[1] ?? []);
  const isOwn = (table: string | undefined) => own.includes(table ?? '');
  for (const line of says) {
    const index = /^create (?:unique )?index \w+\s+on (\w+)/.exec(line);
    if (index && !isOwn(index[1])) faults.push(`${name} builds an index while nobody can write`);
    const rows = /^(?:update|delete from) (\w+)/.exec(line);
    if (rows && !isOwn(rows[1])) faults.push(`${name} changes all rows at once`);
  }
  return faults;
}

it('every migration says which servers may go on, and lets those of the version before', () => {
  const young = Object.entries(migrations).filter(([name]) => name > LAST_UNSAID);
  expect(young.flatMap(([name, migration]) => faultsOf(name, migration))).toEqual([]);
  const named = [...versionsIn(page).keys()];
  expect(named.filter((name) => migrations[name] === undefined)).toEqual([]);
});

it.each<[string, PortalMigration, RegExp | null]>([
  ['no floor', change('create table later (id integer)'), /does not say/],
  ['the floor of its own version', changeFor('0.3', 'create table later (id integer)'), /stops servers/],
  ['an index of a table that grows', changeFor('0.2', 'create index x on process (id)'), /nobody can write/],
  ['a unique index', changeFor('0.2', 'create unique index x\n on process (id)'), /nobody can write/],
  ['all rows', changeFor('0.2', 'update process set page = null'), /all rows/],
  [
    'nothing wrong',
    changeFor('0.2', 'create table later (id integer)', 'create index x on later (id)'),
    null,
  ],
  ['an index built meanwhile', indexesFor('0.1', 'create index x on process (id)'), null],
  ['rows in batches', batchesFor('0.2', 'update process set page = null where false'), null],
])('a migration with %s is told', (_about, migration, fault) => {
  const faults = faultsOf('060-later', migration, new Map([['060-later', '0.3']]));
  if (fault === null) expect(faults).toEqual([]);
  else expect(faults.join()).toMatch(fault);
});

it('a migration that no version names is told, and the page is read', () => {
  expect(faultsOf('060-later', changeFor('0.2'), new Map())).toEqual([
    '060-later is in no version of docs/upgrade.md',
  ]);
  const text =
    'x\n## By version\n\n### 0.4\n\nMigrations: `061-a`, `062-b`.\n\n### 0.3\n\nMigrations: none.\n\n## After\n`063-c`';
  expect([...versionsIn(text)]).toEqual([
    ['061-a', '0.4'],
    ['062-b', '0.4'],
  ]);
});

it('the changelog and the page for upgrades have this version', () => {
  const changes = readFileSync(path.resolve(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8');
  expect(changes).toContain(`\n## ${ownVersion}\n`);
  expect(page).toContain(`\n### ${ownVersion.split('.').slice(0, 2).join('.')}\n`);
});
