import { describe, expect, test } from 'vitest';
import { accepted, inPage, made, notes, own, reasons } from './testing.ts';

const field = made('textfield', { key: 'a' });
const explained = { description: '<p>Nur <b>volle</b> Tage</p>', tooltip: 'Ohne heute' };
const HTML = '<p>Nur <strong>volle</strong> Tage</p><p>Ohne heute</p>';

test.each<[string, object]>([
  ['fieldset', made('fieldset', { key: 'f', legend: 'Teil', components: [field], ...explained })],
  [
    'group of one product',
    own('navSkjemagruppe', { key: 'f', legend: 'Teil', components: [field], ...explained }),
  ],
  ['well', made('well', { key: 'f', components: [field], ...explained })],
  ['container', { type: 'container', key: 'f', label: 'F', input: true, components: [field], ...explained }],
  ['columns', made('columns', { key: 'f', columns: [{ width: 6, components: [field] }], ...explained })],
  ['address', made('address', { key: 'f', ...explained })],
  [
    'panel in a page',
    made('panel', {
      key: 'f',
      title: 'Teil',
      components: [made('panel', { key: 'g', title: 'G', components: [field], ...explained })],
    }),
  ],
])('what explains a %s is a text at its beginning, and the report says so', (_, part) => {
  const [before] = inPage(part);
  expect(JSON.stringify(before)).toContain(JSON.stringify(HTML).slice(1, -1));
  expect(notes(part)).toContain('what explains the part is a text at its beginning');
});

test('what explains a page is its first text', () => {
  const page = made('panel', { key: 'p', title: 'Seite', components: [field], ...explained });
  expect(accepted(page).form.components[0]).toMatchObject({
    title: 'Seite',
    components: [{ type: 'content', html: HTML }, { key: 'a' }],
  });
  expect(notes(page)).not.toContain('tooltip');
});

test('a part without anything else stays away, and a text that a script would fill is refused', () => {
  const empty = made('fieldset', { key: 'f', legend: 'Teil', components: [], ...explained });
  expect(inPage(field, empty)).toHaveLength(1);
  const filled = made('fieldset', {
    key: 'f',
    legend: 'Teil',
    components: [field],
    description: '{{ data.a }}',
  });
  expect(reasons(filled)[0]).toContain('{{ }}');
});

describe('a link in what explains a field', () => {
  const described = (description: string) => inPage(made('textfield', { key: 'a', description }))[0];

  test.each([
    ['<a href="https://a.example/x" target="_blank">Seite</a>.', 'Seite (https://a.example/x).'],
    [
      "Ein <a class='b' href= 'https://a.example/?b=1&amp;c=2'><b>Amt</b></a>",
      'Ein Amt (https://a.example/?b=1&c=2)',
    ],
    ['<a href="mailto:amt@a.example">Amt</a>', 'Amt (amt@a.example)'],
    ['<a href="https://a.example">https://a.example</a>', 'https://a.example'],
    ['<a href="/lokal">Seite</a>', 'Seite'],
  ])('keeps its address: %s', (html, text) => {
    expect(described(html)).toMatchObject({ description: text });
  });

  test('is told, also of a tooltip', () => {
    const linked = made('textfield', { key: 'a', tooltip: '<a href="https://a.example">Amt</a>' });
    expect(inPage(linked)[0]).toMatchObject({ description: 'Amt (https://a.example)' });
    expect(notes(linked)).toContain('the addresses of links stand behind their texts');
    expect(notes(made('textfield', { key: 'a', description: '<b>Amt</b>' }))).not.toContain('links');
  });
});
