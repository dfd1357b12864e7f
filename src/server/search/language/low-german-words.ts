import type { TextIndex } from '../text-index.ts';
import { splitCompound } from './compounds.ts';
import { type Lexicon, wordsBeginning } from './lexicon.ts';
import { highGermanForms, lowGermanWords } from './low-german.ts';
import { nearWords } from './typos.ts';

const SHORTEST = 4;
const SHORTEST_COMPOUND = 8;
const LONG = 8;
const MOST_COMPOUNDS = 40;
const ONE = 1;

/**
 * Returns the High German word of the content, or for a deed, that a Low German one is, in its folded spelling; null
 * for a word that the content has, that may be the beginning of one, or that no sound makes one.
 */
export function inHighGerman({ language, lexicon, postings }: TextIndex, surface: string): string | null {
  const lower = surface.toLowerCase();
  const folded = language.fold(lower);
  if (language.functionWords.has(folded) || language.requestWords.has(folded)) return null;
  if (lexicon.entries.get(folded)?.isStrong || postings.has(language.stem(folded))) return null;
  const listed = lowGermanWords.get(lower);
  if (listed !== undefined) return language.fold(listed);
  if (lower.length < SHORTEST) return null;
  if (folded.length >= SHORTEST && wordsBeginning(lexicon, folded, ONE).length > 0) return null;
  if (splitCompound(lexicon, folded).length > 1) return null;
  const form = formKnown(
    lexicon,
    highGermanForms(lower).map(language.fold),
    folded.length >= SHORTEST_COMPOUND,
  );
  // A long word is rather misspelt: `Personalauswies`. Asked last, because it costs the most.
  const isMisspelt = () => folded.length >= LONG && nearWords(lexicon, folded, ONE)[0]?.distance === 1;
  return form === null || isMisspelt() ? null : form;
}

/** Returns the first form that is a word of the content or for a deed, or else a compound of such words. */
function formKnown(lexicon: Lexicon, forms: string[], mayBeCompound: boolean): string | null {
  const { language, entries } = lexicon;
  const isKnown = (form: string) =>
    entries.get(form)?.isStrong || language.deeds.stems.has(language.stem(form));
  const word = forms.find((form) => form.length >= SHORTEST && isKnown(form));
  if (word !== undefined || !mayBeCompound) return word ?? null;
  const isCompound = (form: string) => {
    const parts = splitCompound(lexicon, form);
    return parts.length > 1 && parts.every((part) => part.length >= SHORTEST && entries.get(part)?.isStrong);
  };
  return forms.slice(0, MOST_COMPOUNDS).find(isCompound) ?? null;
}
