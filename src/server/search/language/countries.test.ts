import { expect, test } from 'vitest';
import { countryNames } from './countries.ts';

test('knows other countries by their names of one word, and not one’s own', () => {
  expect(countryNames('de')).toEqual(expect.arrayContaining(['Kanada', 'Österreich', 'Türkei']));
  expect(countryNames('en')).toEqual(expect.arrayContaining(['Canada', 'Austria', 'Portugal']));
  expect(countryNames('de')).not.toContain('Deutschland');
  expect(countryNames('en')).not.toContain('Germany');
});
