import fc from 'fast-check';
import type { ValueField } from '#forms/types.ts';
import type { Draw } from './same-rules.arbitrary.ts';

type Json = { [key: string]: unknown };

/** Answers to named checks, in spellings that are brought into another. */
const CHECKED = [
  'de89 3704 0044 0532 0130 00',
  'DE12 3456',
  'ki ab 123',
  '276 0981 0012 3456',
  'D-24 103',
  '8.30 Uhr',
  'kiel.de',
];

/** Values by type of the field; the compiler asks for values of a new type. */
const GOOD: Record<ValueField['type'], unknown[]> = {
  textfield: [
    'Eva',
    'Jürgen',
    '24103',
    'ja',
    'Ḫ Ẕ C̆',
    '   ',
    '日本',
    '\u{1F600}',
    'e\u0301va',
    'sieben7',
    ...CHECKED,
  ],
  textarea: ['Eva', 'Zeile\nzwei', ' ', '„Zitat“', 'lang genug für alles'],
  email: ['eva@example.org', ' Eva@Example.ORG ', 'eva@', 'ä@b.de', '"x y"@z.com'],
  phoneNumber: ['0431 123', '+49', '12345', '+49 (0)431/123456', ...CHECKED],
  number: [0, 1, 1, 5, 5, 2, 10, -3, 2.5, 1e21, '5', '2.50', '1.234,5', 'zwölf', ' '],
  currency: [0, 9.99, 9.999, '3.5', 'x', 100],
  day: [
    '01/31/2001',
    '02/29/2023',
    '00/00/0000',
    '05/00/2020',
    '5/3/2020',
    '13/01/2020',
    '12/24/2035',
    '11/20/2026',
    '11/20/2008',
    '02/20/2027',
    '01/01/2000',
    '01/02/0085',
    '/3/2020',
    'März/01/2020',
    '2020',
    '5x/03/2020',
  ],
  datetime: [
    '2026-03-01T10:00:00+01:00',
    '2026-12-01T09:00:00+01:00',
    '2026-03-01',
    '2026-02-30T10:00:00Z',
    'gestern',
    'Invalid Date',
  ],
  select: ['one', 'two', '3', '04', 'true', 'four', '7', 'false', ''],
  radio: ['one', 'two', '3', '04', 'true', 'four', '7', 'false', ''],
  selectboxes: [
    { red: true },
    { red: false, green: true },
    {},
    { pink: true },
    { red: 'yes' },
    'red',
    ['red'],
    { pink: false },
  ],
  hidden: ['Eva', '5', ' ', 5],
  checkbox: [true, false, 'true', 'on'],
  file: [
    [],
    [{ id: 'a1', name: 'a.pdf', size: 10, type: 'application/pdf' }],
    [{ id: 'a1', name: 'a.pdf', size: 2e6, type: 'application/pdf' }],
    [{ id: 'a1', name: 'a.exe', size: 1, type: 'text/plain', extra: 1 }],
    [
      { id: 'a1', name: 'a.png', size: 1, type: 'image/png' },
      { id: 'a2', name: 'b.png', size: 1, type: 'image/png' },
    ],
    [{ id: '../x', name: 'a', size: 1, type: 'image/png' }],
    [{ name: 'a.pdf' }],
    'a.pdf',
  ],
};
const WEIRD: unknown[] = [
  null,
  '',
  0,
  7,
  -1,
  true,
  false,
  'x',
  [],
  {},
  [1],
  [null],
  { a: 1 },
  [[]],
  ['one'],
  [{}],
  { length: 3 },
];

/** Data for a form: good values, values that break rules, values of a wrong kind, unknown keys. */
export function drawData(form: Json, draw: Draw): Json {
  const data = drawRow(form.components as Json[], draw);
  if (draw(fc.boolean)) data.stranger = draw(fc.constantFrom, ...WEIRD);
  return data;
}

function drawRow(components: Json[], draw: Draw): Json {
  const row: Json = {};
  for (const component of components) {
    const columns = component.columns as { components: Json[] }[] | undefined;
    const children =
      columns?.flatMap((column) => column.components) ?? (component.components as Json[] | undefined);
    if (children && !component.input) Object.assign(row, drawRow(children, draw));
    if (!component.input) continue;
    const kind = draw(fc.integer, { min: 1, max: 20 });
    if (kind <= 2) continue;
    row[String(component.key)] =
      kind <= 4
        ? draw(fc.constantFrom, ...WEIRD)
        : children
          ? drawRows(children, draw)
          : drawGood(component, draw);
  }
  return row;
}

const drawGood = (component: Json, draw: Draw): unknown =>
  draw(fc.constantFrom, ...GOOD[component.type as ValueField['type']]);

function drawRows(components: Json[], draw: Draw): unknown[] {
  return Array.from({ length: draw(fc.integer, { min: 0, max: 3 }) }, () => {
    const kind = draw(fc.integer, { min: 1, max: 12 });
    if (kind === 1) return draw(fc.constantFrom, ...WEIRD);
    return kind === 2 ? {} : { ...drawRow(components, draw), ...(kind === 3 ? { stranger: 1 } : {}) };
  });
}
