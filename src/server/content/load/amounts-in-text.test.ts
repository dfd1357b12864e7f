import { expect, test } from 'vitest';
import { amountsInText } from './amounts-in-text.ts';

test.each([
  ['13,00 Euro je Ausfertigung.', 'de', [1300]],
  ['<li>20,00 Euro für ein Jahr</li><li>185,00 Euro auf Lebenszeit</li>', 'de', [2000, 18_500]],
  ['Etwa 10 bis 20 Euro, beim zweiten Mal 2.500,50 €.', 'de', [1000, 2000, 250_050]],
  ['zwischen 100 und 600 Euro', 'de', [10_000, 60_000]],
  ['It costs €30.70, later €1,250 or 60.00 euros.', 'en', [3070, 6000, 125_000]],
  ['about 10 to 40 euros', 'en', [1000, 4000]],
  ['7,5 Euro', 'de', [750]],
  ['Seit 2024 in § 10 Absatz 3, in 2 bis 4 Wochen, für Europa.', 'de', []],
  ['', 'en', []],
] as const)('%s names its amounts', (text, locale, cents) => {
  expect(amountsInText(text, locale)).toEqual(cents);
});
