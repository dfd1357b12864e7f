import { expect, it } from 'vitest';
import { countryCode } from './countries.ts';

/** Names that people use; the words for the two letters are those of Unicode. */
const NAMES: Readonly<Record<string, string>> = {
  AUT: 'Österreich',
  BEL: 'Belgien',
  BGR: 'Bulgarien',
  CHE: 'Schweiz',
  CYP: 'Zypern',
  CZE: 'Tschechien',
  DEU: 'Deutschland',
  DNK: 'Dänemark',
  ESP: 'Spanien',
  EST: 'Estland',
  FIN: 'Finnland',
  FRA: 'Frankreich',
  GBR: 'Vereinigtes Königreich',
  GRC: 'Griechenland',
  HRV: 'Kroatien',
  HUN: 'Ungarn',
  IRL: 'Irland',
  ISL: 'Island',
  ITA: 'Italien',
  LIE: 'Liechtenstein',
  LTU: 'Litauen',
  LUX: 'Luxemburg',
  LVA: 'Lettland',
  MLT: 'Malta',
  NLD: 'Niederlande',
  NOR: 'Norwegen',
  POL: 'Polen',
  PRT: 'Portugal',
  ROU: 'Rumänien',
  SVK: 'Slowakei',
  SVN: 'Slowenien',
  SWE: 'Schweden',
  TUR: 'Türkei',
  UKR: 'Ukraine',
};
const words = new Intl.DisplayNames('de', { type: 'region' });

it.each(Object.entries(NAMES))('%s is %s', (letters, name) => {
  const code = countryCode(letters);
  expect(code).toMatch(/^[A-Z]{2}$/);
  expect(words.of(code ?? '')).toBe(name);
});

it.each([
  ['D', 'DE'],
  ['d', 'DE'],
  ['at', 'AT'],
  ['XXX', undefined],
  ['X', undefined],
  ['ATX1', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s becomes %s', (text, code) => {
  expect(countryCode(text)).toBe(code);
});
