import { expect, test } from 'vitest';
import { textOfHtml, wordsOf } from './words.ts';

test.each([
  ['Hund anmelden?', ['Hund', 'anmelden']],
  ['Kfz-Steuer', ['Kfz', 'Steuer', 'KfzSteuer']],
  ['Bürger*innen', ['Bürger', 'innen', 'Bürgerinnen']],
  ['Personal\u00ADausweis', ['Personalausweis']],
  ['ﬁnden', ['finden']],
  ['§ 34a BauGB', ['34a', 'BauGB']],
  ['– „ “ …', []],
])('words of %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test('marks of HTML part words, signs written as entities are no words', () => {
  expect(wordsOf(textOfHtml('<p>Hund</p><p>Katze&nbsp;&amp; Maus</p>'))).toEqual(['Hund', 'Katze', 'Maus']);
});
