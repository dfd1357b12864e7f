import { describe, expect, it } from 'vitest';
import { enteredText } from './entered.ts';

const about = {
  serviceTitle: 'Anmeldung zur Hundesteuer',
  authorityName: 'Stadt Kiel',
  areaName: 'Kiel',
  savedAt: '2026-11-28T01:47:51Z',
  hasFiles: false,
};

describe('what was entered in a draft, as text', () => {
  const data = {
    givenName: 'Zoë',
    empty: '',
    birthdate: '02/29/1984',
    count: 0,
    marks: { Bl: true, aG: false },
    dogs: [{ name: 'Bella' }, { name: 'Bello', files: [] }],
    note: 'Erste Zeile\nZweite Zeile',
    proofs: [{ id: 'a', name: 'ausweis.pdf', size: 3, type: 'application/pdf' }],
  };

  it('has a line for each answer, with the name of its field, and whose form it was', () => {
    expect(enteredText({ ...about, locale: 'de', data }).split('\r\n')).toEqual([
      'Anmeldung zur Hundesteuer',
      'Stadt Kiel, für Kiel',
      'Zuletzt gespeichert: 28.11.2026, 02:47:51',
      '',
      expect.stringContaining('gibt es im Serviceportal nicht mehr'),
      '',
      'givenName: Zoë',
      'birthdate: 29. Februar 1984',
      'count: 0',
      'marks › Bl: Ja',
      'marks › aG: Nein',
      'dogs 1 › name: Bella',
      'dogs 2 › name: Bello',
      'note: Erste Zeile\nZweite Zeile',
      'proofs: ausweis.pdf',
      '',
    ]);
  });

  it('is in the language of the person', () => {
    const text = enteredText({ ...about, locale: 'en', data: { birthdate: '02/29/1984', is: true } });
    expect(text).toContain('birthdate: 29 February 1984\r\nis: Yes');
  });

  it('speaks of files only where some go along', () => {
    const files = 'Die hochgeladenen Dateien liegen bei.';
    expect(enteredText({ ...about, locale: 'de', data })).not.toContain(files);
    expect(enteredText({ ...about, locale: 'de', data, hasFiles: true })).toContain(files);
  });

  it('says when nothing was entered', () => {
    expect(enteredText({ ...about, locale: 'de', data: {} })).toContain('Es war noch nichts eingetragen.');
  });
});
