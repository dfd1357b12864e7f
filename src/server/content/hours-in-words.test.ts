import { expect, test } from 'vitest';
import { hoursInBothLanguages, hoursInWords } from './hours-in-words.ts';

test.each([
  ['Mo-Fr 08:00-12:00', 'Montag bis Freitag 8 bis 12 Uhr', 'Monday to Friday 8 am to 12 noon'],
  [
    'Mo-Fr 08:00-12:00; Th 08:00-12:00,14:00-18:00',
    'Montag bis Mittwoch und Freitag 8 bis 12 Uhr, Donnerstag 8 bis 12 Uhr und 14 bis 18 Uhr',
    'Monday to Wednesday and Friday 8 am to 12 noon, Thursday 8 am to 12 noon and 2 pm to 6 pm',
  ],
  [
    'Mo-Tu 08:30-16:15; Th 08:30-16:15',
    'Montag, Dienstag und Donnerstag 8.30 bis 16.15 Uhr',
    'Monday, Tuesday and Thursday 8.30 am to 4.15 pm',
  ],
  ['Sa-Su 00:00-24:00', 'Samstag und Sonntag 0 bis 24 Uhr', 'Saturday and Sunday midnight to midnight'],
  [
    'Sa-Mo 00:30-12:30',
    'Montag, Samstag und Sonntag 0.30 bis 12.30 Uhr',
    'Monday, Saturday and Sunday 12.30 am to 12.30 pm',
  ],
])('%s', (rules, german, english) => {
  expect(hoursInWords(rules, 'de')).toBe(german);
  expect(hoursInWords(rules, 'en')).toBe(english);
});

test('what is to be noted follows the hours', () => {
  const note = { de: 'nach Vereinbarung auch länger', en: 'longer by appointment' };
  expect(hoursInBothLanguages('Fr 08:00-12:00', note)).toEqual({
    de: 'Freitag 8 bis 12 Uhr, nach Vereinbarung auch länger',
    en: 'Friday 8 am to 12 noon, longer by appointment',
  });
});
