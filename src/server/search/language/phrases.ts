import type { SearchDocument } from '../documents.ts';
import type { YieldNow } from '../yield-every.ts';
import type { Language } from './language.ts';
import type { Thesaurus } from './thesaurus.ts';
import { wordsOf } from './words.ts';

/** Whole titles and keywords, each with the numbers of the documents of exactly this name. */
export type Phrases = Map<string, number[]>;

const LONGEST = 6;

/** Returns the key of a phrase: its meaningful words in any order and inflection. Empty when it has none. */
export function phraseKey(stems: Iterable<string>): string {
  return [...new Set(stems)].sort().join(' ');
}

export async function buildPhrases(
  language: Language,
  thesaurus: Thesaurus,
  documents: readonly SearchDocument[],
  yieldNow: YieldNow,
): Promise<Phrases> {
  const phrases: Phrases = new Map();
  for (const [number, document] of documents.entries()) {
    const { title = [], keywords = [], phrases: long = [] } = document.texts(language.locale);
    const keys = new Set(
      [...title, ...keywords, ...long].flatMap((text) => keysOf(language, thesaurus, text)),
    );
    for (const key of keys) {
      if (key === '') continue;
      const found = phrases.get(key);
      if (found) found.push(number);
      else phrases.set(key, [number]);
    }
    await yieldNow();
  }
  return phrases;
}

/** Returns keys without the words of nearly every request, and with them: `Führerschein`, `Führerschein machen`. */
function keysOf(language: Language, thesaurus: Thesaurus, text: string): string[] {
  const folded = wordsOf(text)
    .map(language.fold)
    .filter((word) => !language.functionWords.has(word));
  if (folded.length > LONGEST) return [];
  const stemOf = (word: string) => thesaurus.canonical(language.stem(word));
  return [
    phraseKey(folded.filter((word) => !language.requestWords.has(word)).map(stemOf)),
    phraseKey(folded.map(stemOf)),
  ];
}

/** Keys of all pairs and triples of these stems. */
export function partialKeys(stems: readonly string[]): string[] {
  const few = stems.slice(0, 8);
  return few.flatMap((one, i) =>
    few
      .slice(i + 1)
      .flatMap((two, j) => [
        phraseKey([one, two]),
        ...few.slice(i + j + 2).map((three) => phraseKey([one, two, three])),
      ]),
  );
}
