import { expect, test } from 'vitest';
import { splitCompound } from './compounds.ts';
import { english, german } from './language.ts';
import { addWord, completeLexicon, emptyLexicon, type Lexicon, wordsBeginning } from './lexicon.ts';
import { nearWords } from './typos.ts';

async function lexiconOf(words: string[], language = german): Promise<Lexicon> {
  const lexicon = emptyLexicon(language);
  for (const word of words) addWord(lexicon, word, 1, true);
  await completeLexicon(lexicon, () => undefined);
  return lexicon;
}

test('short words allow one mistake, long ones two, the shortest none', async () => {
  const lexicon = await lexiconOf(['Pass', 'Hund', 'Personalausweis', 'Amt']);
  const near = (word: string) => nearWords(lexicon, word, 3).map(({ entry }) => entry.display);
  expect(near('hudn')).toEqual(['Hund']);
  expect(near('hndu')).toEqual([]);
  expect(near('personalausweiss')).toEqual(['Personalausweis']);
  expect(near('persnalauswies')).toEqual(['Personalausweis']);
  expect(near('persnlauswies')).toEqual([]);
  expect(near('amd')).toEqual([]);
});

test('a short word with another first letter is another word', async () => {
  const lexicon = await lexiconOf(['Sofa', 'Angeln']);
  const near = (word: string) => nearWords(lexicon, word, 3).map(({ entry }) => entry.display);
  expect(near('mofa')).toEqual([]);
  expect(near('sofq')).toEqual(['Sofa']);
  expect(near('qngeln')).toEqual(['Angeln']);
});

test('the nearest word comes first', async () => {
  const lexicon = await lexiconOf(['Elterngeld', 'Kindergeld', 'Kindergarten']);
  expect(nearWords(lexicon, 'kindergld', 3)[0]?.entry.display).toBe('Kindergeld');
});

test('the beginning of a word finds it, whatever its length', async () => {
  const lexicon = await lexiconOf(['Hund', 'Hundesteuer', 'Haus']);
  const begun = (text: string) => wordsBeginning(lexicon, text, 5).map(({ display }) => display);
  expect(begun('h').sort()).toEqual(['Haus', 'Hund', 'Hundesteuer']);
  expect(begun('hundes')).toEqual(['Hundesteuer']);
  expect(begun('x')).toEqual([]);
});

test.each([
  ['hundesteueranmeldung', ['hundesteuer', 'anmeldung']],
  ['geburtsurkunde', ['geburt', 'urkunde']],
  ['kinderzuschlag', ['kind', 'zuschlag']],
  ['wohngeld', ['wohn', 'geld']],
  ['kfzsteuer', ['kfz', 'steuer']],
  ['hund', []],
  ['urlaub', []],
])('%s is made of %j', async (compound, parts) => {
  const lexicon = await lexiconOf([
    'Hundesteuer',
    'Hund',
    'Steuer',
    'Anmeldung',
    'Geburt',
    'Urkunde',
    'Kind',
    'Zuschlag',
    'wohnen',
    'Geld',
    'Kfz',
  ]);
  expect(splitCompound(lexicon, compound)).toEqual(parts);
});

test('English words are not taken apart', async () => {
  const lexicon = await lexiconOf(['some', 'times'], english);
  expect(splitCompound(lexicon, 'sometimes')).toEqual([]);
});
