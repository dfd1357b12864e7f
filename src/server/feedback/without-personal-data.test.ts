import { describe, expect, it } from 'vitest';
import { withoutPersonalData } from './without-personal-data.ts';

describe('a text of a feedback', () => {
  it.each([
    ['an e-mail address', 'Bitte an erika.muster@example.org schreiben', 'Bitte an […] schreiben'],
    ['one with an umlaut domain', 'max@müller.example fehlt', '[…] fehlt'],
    ['a telephone number', 'Rufen Sie 0431 / 12 34-567 an', 'Rufen Sie […] an'],
    ['one with a plus', 'unter +49 151 2345678.', 'unter […].'],
    ['an account', 'DE02 1203 0000 0000 2020 51 stimmt', '[…] stimmt'],
    ['a ticket number', 'Antrag SP-2026-001234', 'Antrag […]'],
    ['a date of birth', 'geboren am 3.11.1985', 'geboren am […]'],
    ['a website', 'siehe www.example.org/ich', 'siehe […]'],
    ['digits of another script', 'Tel ٠٤٣١١٢٣٤', 'Tel […]'],
  ])('loses %s', (_, text, left) => {
    expect(withoutPersonalData(text)).toBe(left);
  });

  it.each([
    'Auf Seite 3 von 12 fehlt die Erklärung.',
    'Die Gebühr von 120 € war erst am Ende zu sehen, nach 45 Minuten.',
    'Das Formular von 2024 war besser.',
    'Note 5 – leider.\nZeile zwei',
  ])('keeps what says nothing about a person: %s', (text) => {
    expect(withoutPersonalData(text)).toBe(text);
  });
});
