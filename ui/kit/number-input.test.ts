import { expect, it } from 'vitest';
import { parseNumber } from './number-input.tsx';

it.each([
  ['90 €', 90],
  ['€ 90,50', 90.5],
  ['1.250,50 EUR', 1250.5],
  ['90 Euro', 90],
  ['eur 90', 90],
  ['90,-', 90],
  ['90,-- €', 90],
  ['90,–\u00a0€', 90],
])('an amount may have its currency: %s', (typed, amount) => {
  expect(parseNumber(typed, 'de', '€')).toBe(amount);
});

it.each(['90 $', '90 europa', 'neunzig', '90,-1', '€', '9€0'])(
  '%s is no amount, and stays as typed',
  (typed) => {
    expect(parseNumber(typed, 'de', '€')).toBe(typed === '€' ? undefined : typed);
  },
);

it('a number that is no amount has no currency', () => {
  expect(parseNumber('90 €', 'de')).toBe('90 €');
});

it.each([
  ['62,5 m²', 'm²', 62.5],
  ['62,5qm', 'm²', 62.5],
  ['62 m2', 'm²', 62],
  ['62 QM.', 'm²', 62],
  ['1.200 sqm', 'm²', 1200],
  ['20 %', '%', 20],
  ['20 Prozent', '%', 20],
  ['50 GdB', 'GdB', 50],
  ['GdB 50', 'GdB', 50],
  ['80 %', 'GdB', 80],
  ['80 v. H.', 'GdB', 80],
  ['250 m', 'm', 250],
  ['250m.', 'm', 250],
  ['250 Meter', 'm', 250],
  ['1.250 metres', 'm', 1250],
  ['m²', 'm²', undefined],
])('a number may have its unit: %s', (typed, unit, value) => {
  expect(parseNumber(typed, 'de', unit)).toBe(value);
});

it.each([
  ['62 cm', 'm²'],
  ['62 m²', undefined],
  ['62 m²', '%'],
  ['50 GdB', '%'],
  ['fünfzig GdB', 'GdB'],
  ['m² 62', 'm²'],
])('another unit is no part of a number: %s', (typed, unit) => {
  expect(parseNumber(typed, 'de', unit)).toBe(typed);
});
