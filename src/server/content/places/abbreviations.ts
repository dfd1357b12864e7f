import { type Folded, fold } from './place-index.ts';

/** A word of a name; a short one stands for a longer one, as registers write: "v.", "d.", "OPf.", "St.". */
type Word = { text: Folded; isShort: boolean };

/** The words of a name, those of a single letter and those with a dot as abbreviations. */
function wordsOf(name: string): Word[] {
  return [...name.matchAll(/[\p{L}\p{M}\p{N}]+\.?/gu)].map(([word]) => ({
    text: fold(word),
    isShort: word.endsWith('.') || word.length === 1,
  }));
}

/** A name that may have abbreviations: a letter alone, or a dot. */
const MAY_BE_SHORT = /\.|(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}](?![\p{L}\p{M}\p{N}])/u;

/**
 * Returns whether a text means a name, where one of them has abbreviations: "Bad Homburg v.d. Höhe" and "Bad Homburg vor
 * der Höhe", "Neumarkt i.d.OPf." and "Neumarkt in der Oberpfalz". The last word of the text may be incomplete.
 */
export function abbreviationOf(text: string): (name: string) => boolean {
  const typed = wordsOf(text);
  const isShort = typed.some((word) => word.isShort);
  return (name) => (isShort || MAY_BE_SHORT.test(name)) && isAbbreviated(wordsOf(name), typed);
}

function isAbbreviated(one: Word[], other: Word[]): boolean {
  if (one.length !== other.length || one.length < 2) return false;
  if (![...one, ...other].some(({ isShort }) => isShort)) return false;
  return one.every((word, index) => {
    const typed = other[index] as Word;
    if (isSame(word.text, typed.text)) return true;
    // A name that begins with a single letter could be any.
    if (index === 0 && Math.min(word.text[0].length, typed.text[0].length) === 1) return false;
    const isLast = index === other.length - 1;
    if (isLast && word.text.some((full, way) => full.startsWith(typed.text[way] ?? full))) return true;
    return (word.isShort && stands(word, typed)) || (typed.isShort && stands(typed, word));
  });
}

const isSame = (one: Folded, other: Folded) => one.some((text, way) => text === other[way]);

/** Whether the letters of the short word occur in the longer word in this order, the first one at the beginning. */
function stands(short: Word, long: Word): boolean {
  return short.text.some((letters, way) => {
    const word = long.text[way] ?? '';
    if (letters[0] !== word[0] || letters.length >= word.length) return false;
    let from = 0;
    for (const letter of letters) {
      from = word.indexOf(letter, from) + 1;
      if (from === 0) return false;
    }
    return true;
  });
}
