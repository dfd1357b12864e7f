import { describe, expect, it } from 'vitest';
import { circlesOf } from './circles.ts';
import { floorOf, floors, roomOf, tables } from './floors.ts';
import { type Import, importsOf, productFiles, sourceOf } from './imports.ts';

const SERVER = 'src/server/';
const CONTRACT = 'src/contract/';
const importsIn = (...folders: string[]) => productFiles(...folders).flatMap((file) => importsOf(file));
const inServer = (file: string) => file.slice(SERVER.length);
const said = ({ from, to, line }: Import) => `${from}:${line} imports ${to}`;

/** Imports that do not lead down, each with its line. */
function upwards(imports: readonly Import[]): string[] {
  return imports.flatMap((it) => {
    if (!it.to.startsWith(SERVER)) return [];
    const [room, known] = [roomOf(inServer(it.from)), roomOf(inServer(it.to))];
    const [floor, lower] = [floorOf(room), floorOf(known)];
    if (room === known || (floor !== undefined && lower !== undefined && lower < floor)) return [];
    return [said(it)];
  });
}

describe('the floors of the server', () => {
  it('have a place for every room, and no room twice', () => {
    const rooms = new Set(productFiles('src/server').map(inServer).map(roomOf));
    expect([...rooms].filter((room) => floorOf(room) === undefined)).toEqual([]);
    expect([...floors.flat()].sort()).toEqual([...rooms].sort());
  });

  it('are known from above only', () => {
    expect(upwards(importsIn('src/server'))).toEqual([]);
  });
});

it.each(['src', 'machines', 'ui'])('no file of %s knows itself by way of others', (folder) => {
  expect(circlesOf(importsIn(folder)).map((circle) => circle.map(said))).toEqual([]);
});

describe('the contract', () => {
  it.each(['machines', 'src/forms'])('lends its types alone to %s', (folder) => {
    const loaded = importsIn(folder).filter(({ to, isOfTypes }) => to.startsWith(CONTRACT) && !isOfTypes);
    expect(loaded.map(said)).toEqual([]);
  });

  it('lends no schemas to ui', () => {
    const loaded = importsIn('ui').filter(({ to, isOfTypes }) => !isOfTypes && loadsSchemas(to));
    expect(loaded.map(said)).toEqual([]);
  });
});

/** Whether a file of the contract needs the library of schemas when it is loaded, by itself or by way of others. */
function loadsSchemas(file: string): boolean {
  if (!file.startsWith(CONTRACT)) return false;
  const loaded = importsOf(file).filter(({ isOfTypes }) => !isOfTypes);
  return /^import \* as z/m.test(sourceOf(file)) || loaded.some(({ to }) => loadsSchemas(to));
}

/** Lines on which a room queries a table that is not its own. */
const foreignTables = (file: string, source: string) =>
  [...source.matchAll(/\b(?:selectFrom|\w+Join|insertInto|updateTable|deleteFrom)\(\s*'(\w+)/g)]
    .filter(([, table = '']) => !tables[roomOf(inServer(file))]?.includes(table))
    .map(({ 1: table, index }) => `${file}:${source.slice(0, index).split('\n').length} asks for ${table}`);

it('each room of what belongs to an application knows its own tables alone', () => {
  const files = productFiles('src/server').filter((file) => roomOf(inServer(file)) in tables);
  expect(files.flatMap((file) => foreignTables(file, sourceOf(file)))).toEqual([]);
});

describe('the check itself', () => {
  const source = (...lines: string[]) => lines.join('\n');
  const low = `${SERVER}processes/row.ts`;

  it('sees every way to know another file', () => {
    const found = importsOf(
      low,
      source(
        "import type { A } from '#server/payment/a.ts';",
        "export { b } from '../payment/b.ts';",
        "export * from '../payment/c.ts';",
        "const d = () => import('../payment/d.ts');",
        "type E = import('../payment/e.ts').E;",
        "const f = new URL('../payment/f.ts', import.meta.url);",
        "import { sql } from 'kysely';",
        "import '../payment/g.ts';",
        "import { type H } from '../payment/h.ts';",
        "import { type I, j } from '../payment/i.ts';",
      ),
    );
    const expected = [...'abcdefghi'].map((name) => `${SERVER}payment/${name}.ts`);
    expect(found.map(({ to }) => to).sort()).toEqual(expected);
    expect(found.find(({ to }) => to.endsWith('/e.ts'))?.line).toBe(5);
    const ofTypes = found.filter(({ isOfTypes }) => isOfTypes);
    expect(ofTypes.map(({ to }) => to.at(-4)).sort()).toEqual(['a', 'h']);
  });

  it('names the line of an import that leads up or aside, and of rooms without a floor', () => {
    const lines = [
      "import { a } from '#server/workflow/move.ts';",
      "import { b } from '#server/storage/json.ts';",
    ];
    expect(upwards(importsOf(low, source(...lines)))).toEqual([`${low}:1 imports ${SERVER}workflow/move.ts`]);
    const aside = "import { a } from '../submission/row.ts';";
    expect(upwards(importsOf(`${SERVER}payment/x.ts`, aside))).toHaveLength(1);
    expect(upwards(importsOf(low, "import { a } from '../attic/x.ts';"))).toHaveLength(1);
    expect(
      upwards(importsOf(`${SERVER}attic/x.ts`, "import { a } from '../ports/payment.ts';")),
    ).toHaveLength(1);
  });

  it('names the line that asks for the table of another room', () => {
    const asks = ["trx.selectFrom('process')", ".innerJoin('file', 'file.processId', 'process.id')"];
    expect(foreignTables(low, source(...asks))).toEqual([`${low}:2 asks for file`]);
    expect(foreignTables(`${SERVER}payment/x.ts`, source(...asks))).toHaveLength(2);
  });

  it('finds circles, also of a file with itself', () => {
    const between = (...ways: string[]) =>
      circlesOf(
        ways.map((way, index) => ({ from: way.charAt(0), to: way.charAt(1), line: index, isOfTypes: false })),
      ).map((circle) => circle.map(({ from }) => from).join(''));
    expect(between('ab', 'bc', 'ac', 'cd')).toEqual([]);
    expect(between('ab', 'bc', 'cb', 'cd')).toEqual(['bc']);
    expect(between('ab', 'bc', 'ca', 'de', 'ed')).toEqual(['abc', 'de']);
    expect(between('aa')).toEqual(['a']);
  });
});
