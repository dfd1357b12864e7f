import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFolder } from '../load/folder.ts';
import { loadPlaces } from '../load/places.ts';
import type { Area } from '../types.ts';
import { resolvePlace } from './resolve-place.ts';

const { areas } = loadPlaces(openFolder(join(import.meta.dirname, '../../../../content')));
const resolve = (place?: string, area?: string) => resolvePlace({ areas }, { place, area });

test.each([
  ['Kiel', 'Kiel'],
  ['kiel ', 'Kiel'],
  ['24103', '24103 Kiel'],
  ['24229 Strande', '24229 Strande'],
  ['24229 stra', '24229 Strande'],
  // Bargteheide contains the text, but Heide is the exact name.
  ['Heide', 'Heide'],
  ['travemünde', 'Travemünde (Lübeck)'],
  ['Quickborn (Pinneberg)', 'Quickborn (Pinneberg)'],
  ['norderst', 'Norderstedt'],
  // Five postcodes, one municipality.
  ['2284', 'Norderstedt'],
  ['Lubec', 'Lübeck'],
  ['neustadt holst', 'Neustadt in Holstein'],
  ['21465 Hamburg', '21465 Wentorf bei Hamburg'],
  ['\u0000Kiel\n', 'Kiel'],
])('"%s" is one place: %s', (text, value) => {
  expect(resolve(text)).toMatchObject({ place: { value }, placeQuery: null, placeChoices: [] });
});

test.each([
  ['24229', ['24229 Dänischenhagen', '24229 Schwedeneck', '24229 Strande']],
  ['Quickborn', ['Quickborn (Dithmarschen)', 'Quickborn (Pinneberg)']],
  ['holstein', ['Neustadt in Holstein', 'Oldenburg in Holstein']],
  // The neighbouring city is only a choice.
  ['Hamburg', ['Wentorf bei Hamburg']],
])('"%s" is left to people to choose: %j', (text, values) => {
  const resolved = resolve(text);
  expect(resolved).toMatchObject({ place: null, placeQuery: text, placeIsUnknown: false });
  expect(resolved.placeChoices.map(({ value }) => value)).toEqual(values);
});

test.each([
  ['Keil', 'Kiel'],
  ['Flensborg', 'Flensburg'],
  ['Eckernfoerder', 'Eckernförde'],
  ['Norderstdet', 'Norderstedt'],
  ['24104', '24103 Kiel'],
  ['24229 Kiel', '24229 Strande'],
  ['24229 Kiel', 'Kiel'],
  ['Hauptstraße 5, 24103 Kiel', '24103 Kiel'],
  ['Lübeck St. Gertrud', 'Lübeck'],
  ['242291', '24229 Strande'],
])('"%s" is nowhere; %s is offered', (text, near) => {
  const resolved = resolve(text);
  expect(resolved).toMatchObject({ place: null, placeQuery: text, placeIsUnknown: true });
  expect(resolved.placeChoices.map(({ value }) => value)).toContain(near);
  expect(resolved.placeChoices.length).toBeLessThanOrEqual(8);
});

test.each(['99999', 'München', '.*', '(', '<script>alert(1)</script>', 'x'.repeat(2000), '🐕'])(
  '"%s" is nowhere, and nothing is near',
  (text) => {
    expect(resolve(text)).toMatchObject({ place: null, placeIsUnknown: true, placeChoices: [] });
  },
);

test.each([undefined, '', '   ', '\u0000'])('%j is no place at all', (text) => {
  expect(resolve(text)).toEqual({ place: null, placeQuery: null, placeChoices: [], placeIsUnknown: false });
});

describe('a regional key', () => {
  test('wins over a text', () => {
    expect(resolve('Kiel', '010030000000').place).toEqual({ value: 'Lübeck', key: '010030000000' });
  });

  test('may be written short or as municipality key', () => {
    expect(resolve(undefined, '01003').place?.key).toBe('010030000000');
    expect(resolve(undefined, '01003000').place?.key).toBe('010030000000');
  });

  test('that is not known any more counts as none', () => {
    expect(resolve(undefined, '099999999999')).toMatchObject({ place: null, placeIsUnknown: false });
    expect(resolve('Kiel', '099999999999').place?.key).toBe('010020000000');
  });
});

test.each(['St. Peter-Ording', 'St Peter', 'Sankt Peter-Ording', 'sankt peter ording'])(
  '"%s" is the same place, however it is spelt on the sign',
  (text) => {
    for (const name of ['Sankt Peter-Ording', 'St. Peter-Ording']) {
      const area = { ...(areas.get('010020000000') as Area), name, ars: '010540113113' };
      expect(resolvePlace({ areas: new Map([[area.ars, area]]) }, { place: text }).place?.value).toBe(name);
    }
  },
);

test('a letter offers no list without an end', () => {
  expect(resolve('e').placeChoices.length).toBeLessThanOrEqual(60);
});
