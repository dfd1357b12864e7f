import { describe, expect, it, test } from 'vitest';
import { placeInQuery } from './place-in-query.ts';
import { demonstration } from './testing/content.ts';

const { content } = demonstration();
const placeIn = (text: string) => {
  const found = placeInQuery(content, text);
  return found && { query: found.query, place: found.place };
};

describe('a place beside what is looked for', () => {
  it.each([
    ['Hund anmelden 24103', 'Hund anmelden', '24103'],
    ['Hund anmelden Kiel', 'Hund anmelden', 'Kiel'],
    ['Hund anmelden in Kiel', 'Hund anmelden', 'Kiel'],
    ['hund anmelden KIEL', 'hund anmelden', 'KIEL'],
    ['Hund anmelden, 24103 Kiel', 'Hund anmelden', '24103 Kiel'],
    ['24103 Hund anmelden', 'Hund anmelden', '24103'],
    ['Kiel Hundesteuer', 'Hundesteuer', 'Kiel'],
    ['Parkausweis Luebeck', 'Parkausweis', 'Luebeck'],
    ['register a dog in Kiel', 'register a dog', 'Kiel'],
    ['In Kiel parken', 'parken', 'Kiel'],
    ['Wie melde ich meinen Hund an in Kiel?', 'Wie melde ich meinen Hund', 'Kiel'],
    ['Bauantrag 23730 Neustadt in Holstein', 'Bauantrag', '23730 Neustadt in Holstein'],
    ['Hund in Kiel anmelden', 'Hund anmelden', 'Kiel'],
    ['Hund Kiel anmelden', 'Hund anmelden', 'Kiel'],
    ['Wie melde ich in Kiel meinen Hund an', 'Wie melde ich meinen Hund an', 'Kiel'],
    ['Pass in Bad Segeberg beantragen bitte', 'Pass beantragen bitte', 'Bad Segeberg'],
    ['Hund für die 24103 anmelden', 'Hund für die anmelden', '24103'],
  ])('%s', (text, query, place) => {
    expect(placeIn(text)).toEqual({ query, place });
  });
});

test.each([
  ['a place alone', 'Kiel'],
  ['a place with a word that says nothing', 'in Kiel'],
  ['a postcode alone', '24103'],
  ['a postcode with its place', '24103 Kiel'],
  ['a postcode with a name of several words', '23730 Neustadt in Holstein'],
  ['a name of several words with its postcode', 'Neustadt in Holstein 23730'],
  ['no place', 'Hund anmelden'],
  ['a postcode that does not exist', 'Hund anmelden 99999'],
  ['the beginning of a place', 'Hund anmelden Kie'],
  ['a thing with the name of a place', 'Ich habe einen Stein gefunden'],
  ['another number', 'Paragraf 241035'],
  ['blanks', '   '],
  ['signs', '!!! ???'],
  ['a story', `${'Hund '.repeat(25)}Kiel`],
  ['a long text', `${'Hund'.repeat(60)} Kiel`],
])('%s is none', (_, text) => {
  expect(placeIn(text)).toBeNull();
});

test.each([
  ['Bauantrag Kreis Steinburg', 'Bauantrag'],
  ['Bauantrag in Ostholstein stellen', 'Bauantrag stellen'],
  ['Bauantrag Schleswig-Holstein', 'Bauantrag'],
])('%s: a district or a state is left out of the query, but nobody can choose it', (text, query) => {
  expect(placeInQuery(content, text)).toMatchObject({ query, keys: [] });
});
