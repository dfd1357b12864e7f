import { expect, it } from 'vitest';
import { kindsOfOwed, nameOfOwed } from './owed.ts';

const card = { path: 'members[0].card', label: { de: 'Ausweis', en: 'ID card' }, row: 'Clara Claussen' };
const rent = { path: 'rent', label: { de: 'Mietvertrag', en: 'Tenancy agreement' }, row: '' };

it('names an owed document with its row, and its kind without', () => {
  expect(nameOfOwed(card, 'de')).toBe('Clara Claussen: Ausweis');
  expect(nameOfOwed(rent, 'en')).toBe('Tenancy agreement');
  const documents = [card, rent, { ...card, path: 'members[1].card', row: 'Ole Claussen' }];
  expect(kindsOfOwed({ documents, until: null }, 'de')).toEqual(['Ausweis', 'Mietvertrag']);
});
