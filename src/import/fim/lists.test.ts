import { afterAll, expect, test } from 'vitest';
import { listOptions } from './lists.ts';
import { readCodeList } from './read/read-list.ts';
import { readSchema } from './read/read-schema.ts';
import { at, codeList, field, listed, schema, scratch } from './testing.ts';

const files = scratch();
afterAll(() => files.remove());

const URI = 'urn:test:liste';
const ROWS = [
  ['001', 'Eins'],
  ['002', 'Zwei'],
];
const asking = (...fields: string[]) =>
  readSchema(
    files.file(
      schema(
        fields.map((one, index) => at('1:1', field(`F9900000000${index}`, { input: 'select', more: one }))),
      ),
    ),
  ).schema;
const lists = (...texts: string[]) => texts.map((text) => readCodeList(files.file(text)));
const referring = (version = '2026-01-01') => ({ uri: URI, versionUri: version && `${URI}_${version}` });
const names = (...given: string[]) =>
  listOptions(asking(listed(URI, '2026-01-01')), lists(...given))
    .of(referring())
    .options.map(({ code, name }) => `${code} ${name}`);

test('codes and names are found by the keys of the list, whatever its columns are called and wherever they stand', () => {
  expect(
    names(
      codeList([['Falsch', 'Eins', '001', 'auch']], {
        columns: ['code', 'x', 'y', 'name'],
        keys: [
          ['codenameKey', 'x'],
          ['codeKey', 'y'],
        ],
      }),
    ),
  ).toEqual(['001 Eins']);
});

test('the only key has the codes, and the only other column the names', () => {
  expect(names(codeList(ROWS, { columns: ['name', 'code'], keys: [['eigener', 'name']] }))).toEqual([
    '001 Eins',
    '002 Zwei',
  ]);
});

test('a list is taken by its URI with version; without a version the newest that was given is, and the report says so', () => {
  const [old, young] = ['9', '10'].map((version) => codeList([[version, `Stand ${version}`]], { version }));
  const given = lists(old ?? '', young ?? '');
  const exact = listOptions(asking(listed(URI, '9')), given);
  expect(exact.of(referring('9')).options).toEqual([{ code: '9', name: 'Stand 9', help: '' }]);
  const { of, notes } = listOptions(asking(listed(URI)), given);
  expect(of(referring('')).options).toEqual([{ code: '10', name: 'Stand 10', help: '' }]);
  expect(notes).toContain(`${URI}: the schema names no version, 10 was taken`);
});

test('countries have their English names where the list has their codes', () => {
  const rows = [
    ['000', 'Deutschland', 'DE'],
    ['121', 'Albanien', 'AL'],
    ['999', 'Unbekannt', ''],
  ];
  const columns = ['schluessel', 'bezeichnung', 'iso-2'];
  const { english } = listOptions(asking(listed(URI, '2026-01-01')), lists(codeList(rows, { columns })));
  expect(english).toEqual({ Deutschland: 'Germany', Albanien: 'Albania' });
  const nationalities = rows.map(([code = '', , iso = '']) => [code, 'deutsch', iso]);
  expect(
    listOptions(asking(listed(URI, '2026-01-01')), lists(codeList(nationalities, { columns }))).english,
  ).toEqual({});
});

test('a list that is missing is refused with its address and what asks for it; nothing is fetched', () => {
  const given = lists(codeList(ROWS, { version: '2020' }));
  expect(() => listOptions(asking(listed(URI, '2026-01-01'), listed(URI, '2026-01-01')), given)).toThrow(
    /urn:test:liste_2026-01-01 is missing; given is urn:test:liste_2020\. F99000000000 and 1 more ask for it\. Fetch it from https:\/\/www\.xrepository\.de\/api\/version_codeliste\/urn:test:liste_2026-01-01\/genericode/,
  );
  expect(() => listOptions(asking(listed(URI)), [])).toThrow(
    /https:\/\/www\.xrepository\.de\/api\/codeliste\/urn:test:liste\/gueltigeVersion/,
  );
});

test.each<[string, string[], RegExp]>([
  ['two lists of one name', [codeList(ROWS), codeList(ROWS)], /are both urn:test:liste_2026-01-01/],
  [
    'a code twice',
    [
      codeList([
        ['001', 'a'],
        ['001', 'b'],
      ]),
    ],
    /row 2 has the code "001" of another row/,
  ],
  ['a row without a code', [codeList([['', 'a']])], /row 1 has no code \("schluessel"\)/],
  [
    'keys that do not tell the codes',
    [
      codeList(ROWS, {
        keys: [
          ['a', 'schluessel'],
          ['b', 'bezeichnung'],
        ],
      }),
    ],
    /which column has the codes\? No key of the list is called "codeKey" \(a, b\)/,
  ],
  [
    'keys that do not tell the names',
    [codeList([['1', 'a', 'b']], { columns: ['x', 'y', 'z'], keys: [['codeKey', 'x']] })],
    /which column has the names\? .*columns: x, y, z/,
  ],
])('%s is refused', (_, given, reason) => {
  expect(() => names(...given)).toThrow(reason);
});

test.each<[string, string, RegExp]>([
  ['a file of another kind', '<a/>', /no code list in Genericode: its root is "a"/],
  [
    'a list of another namespace',
    codeList(ROWS).replace('docs.oasis-open.org', 'example.org'),
    /this is no code list in Genericode, but of/,
  ],
  [
    'a list without a name',
    codeList(ROWS).replace(/<g:CanonicalVersionUri>.*<\/g:CanonicalVersionUri>/, ''),
    /has no CanonicalVersionUri/,
  ],
  ['a list without rows', codeList([]), /has no rows/],
  ['a list with entities', `<!DOCTYPE g [<!ENTITY a "a">]>${codeList(ROWS)}`, /document type/],
])('%s is refused', (_, text, reason) => {
  expect(() => lists(text)).toThrow(reason);
});

test('a value without a column belongs to the column behind that of the value before', () => {
  const text = codeList([['001', 'Eins']]).replace(/<g:Value ColumnRef="bezeichnung">/, '<g:Value>');
  expect(names(text)).toEqual(['001 Eins']);
});
