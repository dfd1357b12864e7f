import { describe, expect, it } from 'vitest';
import { countableQuery } from './countable-query.ts';

describe('the words of a search without a result', () => {
  it.each([
    ['Wolpertinger', 'wolpertinger'],
    ['  Einhorn   anmelden ', 'einhorn anmelden'],
    ['BAFÖG-Rückzahlung', 'bafög-rückzahlung'],
    ['u\u0308bergabe', 'übergabe'],
    ["driver's licence", "driver's licence"],
  ])('are kept the same for all ways to write them: %s', (text, kept) => {
    expect(countableQuery(text)).toBe(kept);
  });

  it.each([
    ['a name', 'Erika Mustermann'],
    ['three names', 'Anna Maria Schmidt'],
    ['a form of address', 'herr müller'],
    ['a title', 'dr. petersen'],
    ['a year of birth', 'geboren 1970'],
    ['a number', '24103'],
    ['digits among letters', 'KI-AB 123'],
    ['digits of another script', 'steuer ١٢٣'],
    ['a mail address', 'erika@example.org'],
    ['a website', 'www.example.org'],
    ['a street', 'hauptstraße hund'],
    ['a sentence', 'ich möchte gern wissen wie das geht'],
    ['a long word', 'x'.repeat(41)],
    ['markup', '<script>'],
    ['nothing', '   '],
  ])('are not kept when they might be about somebody: %s', (_, text) => {
    expect(countableQuery(text)).toBeNull();
  });
});
