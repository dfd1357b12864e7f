import type { Postings, TextIndex } from '../text-index.ts';
import { splitCompound } from './compounds.ts';
import { diminished, verbForms } from './inflections.ts';
import { type Entry, wordsBeginning } from './lexicon.ts';
import type { Phrases } from './phrases.ts';
import type { Thesaurus } from './thesaurus.ts';
import { nearWords } from './typos.ts';

/** The part of the search that belongs to one language. */
export type LanguageIndex = { text: TextIndex; thesaurus: Thesaurus; phrases: Phrases };

/** One of the ways to find the meaning of a word of the query; `weight` is 0 to 1, 1 for the word itself. */
export type Alternative = { postings: Postings; weight: number };

/** The possible meanings of a word of the query. A document matches when it has one of the alternatives. */
export type Concept = {
  alternatives: Alternative[];
  canonical: string;
  /**
   * The words before it in a compound, which give the subject: `Pflegegeld` is about Pflege, and Geld alone says
   * nothing. The word counts half, and only for documents that have one of them.
   */
  modifiers?: Concept[];
  isModifier?: boolean;
  /** Whether the word names an act (`anmelden`), and not the thing that it is done with. */
  isDeed?: boolean;
  /**
   * Whether the word says what has happened or to whom. Next to a subject of the content it counts only for documents
   * that have the subject: of a lost certificate, the office for lost property knows nothing.
   */
  isAside?: boolean;
};

const WEIGHTS = {
  form: 0.95,
  synonym: 0.8,
  kind: 0.75,
  sameKind: 0.6,
  part: 0.3,
  beginning: 0.6,
  near: [1, 0.75, 0.55],
} as const;
const MAX_BEGINNINGS = 12;
const MAX_NEAR = 4;

/** Returns a word that the content has as written, in another form, or as a synonym; otherwise null. */
export function knownConcept(index: LanguageIndex, folded: string, forms: readonly string[]): Concept | null {
  const { language } = index.text;
  const stem = language.stem(folded);
  const inflected = language.hasCompounds ? [...verbForms(folded), ...diminished(folded)] : [];
  const alternatives = [
    ...found(index, [stem], 1),
    ...found(index, [...forms, ...inflected].map(language.stem), WEIGHTS.form),
  ];
  const synonyms = [stem, ...[...forms, ...inflected].map(language.stem)].flatMap(index.thesaurus.sameAs);
  alternatives.push(...found(index, synonyms, WEIGHTS.synonym));
  const kinds = [stem, ...inflected.map(language.stem)].flatMap(index.thesaurus.kindOf);
  alternatives.push(
    ...found(index, kinds, WEIGHTS.kind),
    ...found(index, kinds.flatMap(index.thesaurus.sameAs), WEIGHTS.sameKind),
  );
  if (alternatives.length === 0) return null;
  // Only the words before the last one are alternatives: most words that end in Geld have nothing to do with Wohngeld.
  const modifiers = splitCompound(index.text.lexicon, folded).slice(0, -1).map(language.stem);
  alternatives.push(...found(index, modifiers, WEIGHTS.part));
  const known = [...[...forms, ...inflected].map(language.stem), ...kinds].find((form) =>
    index.text.postings.has(form),
  );
  const own = index.text.postings.has(stem) || known === undefined ? stem : known;
  return { alternatives, canonical: index.thesaurus.canonical(own) };
}

/** Returns the words that an unfinished word may become. */
export function begunConcept(index: LanguageIndex, folded: string): Concept | null {
  const begun = wordsBeginning(index.text.lexicon, folded, MAX_BEGINNINGS);
  const alternatives = begun.flatMap(({ stem }) => found(index, [stem], WEIGHTS.beginning));
  return alternatives.length > 0 ? { alternatives, canonical: folded } : null;
}

/**
 * Returns the parts of a compound that the content does not have as a whole, or only in running text. Each part is a
 * concept of its own, the head last.
 */
export function compoundConcepts(index: LanguageIndex, folded: string): Concept[] {
  const parts = splitCompound(index.text.lexicon, folded);
  if (isRatherMisspelt(index, folded, parts)) return [];
  const whole = found(index, [index.text.language.stem(folded)], 1);
  const concepts = parts
    .map((part) => knownConcept(index, part, []))
    .filter((concept) => concept !== null)
    .map((concept) => ({ ...concept, alternatives: [...whole, ...concept.alternatives] }));
  const head = concepts.pop();
  if (!head) return [];
  return compound(concepts, head);
}

/** Whether a word is misspelt: `Wohngelt` is Wohngeld, not a compound with the beginning of gelten. */
function isRatherMisspelt({ text }: LanguageIndex, folded: string, parts: string[]): boolean {
  const { entries } = text.lexicon;
  if (parts.length === 0 || parts.every((part) => entries.get(part)?.isStrong)) return false;
  const [nearest] = nearWords(text.lexicon, folded, 1);
  return nearest?.distance === 1 && nearest.entry.isStrong;
}

const compound = (modifiers: Concept[], head: Concept): Concept[] =>
  modifiers.length === 0
    ? [head]
    : [...modifiers.map((modifier) => ({ ...modifier, isModifier: true })), { ...head, modifiers }];

/**
 * Returns words that a person may have meant or begun to type; the corrections are the words in their correct
 * spelling.
 * @param beginning weight of a word that begins like this
 */
export function guessedConcept(
  index: LanguageIndex,
  folded: string,
  beginning: number = WEIGHTS.beginning,
): { concept: Concept; corrections: Entry[]; isBeginning: boolean } | null {
  const { lexicon, language } = index.text;
  const begun = folded.length > 2 ? wordsBeginning(lexicon, folded, MAX_BEGINNINGS) : [];
  // No document contains a function word (`weit` for `Wein`).
  const near = nearWords(lexicon, folded, MAX_NEAR).filter(({ entry }) =>
    index.text.postings.has(entry.stem),
  );
  const best = begun[0] ?? near[0]?.entry;
  if (!best) return null;
  const stemsOf = (entries: Entry[]) => entries.map(({ stem }) => stem);
  const alternatives = [
    ...found(index, stemsOf(begun), beginning),
    ...near.flatMap(({ entry, distance }) => found(index, [entry.stem], WEIGHTS.near[distance] ?? 0)),
    ...near.flatMap(({ entry, distance }) =>
      found(index, index.thesaurus.sameAs(entry.stem), (WEIGHTS.near[distance] ?? 0) * WEIGHTS.synonym),
    ),
  ];
  if (alternatives.length === 0) return null;
  const concept = { alternatives, canonical: index.thesaurus.canonical(language.stem(best.folded)) };
  return { concept, corrections: near.map(({ entry }) => entry), isBeginning: begun.length > 0 };
}

/** `GruSi`: the beginnings of both parts of Grundsicherung. */
const SHORTENED = /^(\p{Lu}\p{L}*\p{Ll})(\p{Lu}\p{L}*)$/u;
const MOST_BEGINNINGS = 200;

/** Returns the compounds of titles and keywords that a word of their beginnings shortens. @param surface as written */
export function shortenedConcept(index: LanguageIndex, surface: string): Concept | null {
  const { lexicon, language } = index.text;
  const [, first = '', last = ''] = SHORTENED.exec(surface) ?? [];
  if (!language.hasCompounds || first === '' || last === '') return null;
  const beginning = language.fold(last);
  const long = wordsBeginning(lexicon, language.fold(first), MOST_BEGINNINGS).filter(
    ({ folded, isStrong }) => isStrong && splitCompound(lexicon, folded)[1]?.startsWith(beginning),
  );
  const alternatives = found(
    index,
    long.map(({ stem }) => stem),
    WEIGHTS.form,
  );
  return alternatives.length > 0 ? { alternatives, canonical: long[0]?.stem ?? '' } : null;
}

const SHORTEST_PART = 4;
const LONGEST_COMPOUND = 40;

/**
 * Returns a compound with a word of the content at one end, while the other end is misspelt or incomplete:
 * `hundesteuranmeldung`, `schankgenehmigung`. If no word resembles the other end, the known one remains. A known head
 * remains only if it is a compound, with a meaning of its own (`Urlauberfischereischein`); of `Erbschein` nothing
 * remains.
 */
export function partlyKnownCompound(index: LanguageIndex, folded: string): Concept[] {
  const { lexicon, language } = index.text;
  if (!language.hasCompounds || folded.length > LONGEST_COMPOUND) return [];
  let fallback: Concept[] = [];
  for (const { known, rest, isHead } of cuts(folded)) {
    if (!lexicon.entries.get(known)?.isStrong) continue;
    const concept = knownConcept(index, known, []);
    if (!concept) continue;
    const guess = guessedConcept(index, rest, WEIGHTS.form);
    if (guess) return isHead ? compound([guess.concept], concept) : compound([concept], guess.concept);
    const remains = !isHead || splitCompound(lexicon, known).length > 1;
    if (remains && fallback.length === 0) fallback = [concept];
  }
  return fallback;
}

/** Returns both ends of a word as the known one, longer ones first. */
function cuts(folded: string): { known: string; rest: string; isHead: boolean }[] {
  const cuts: { known: string; rest: string; isHead: boolean }[] = [];
  for (let length = folded.length - SHORTEST_PART; length >= SHORTEST_PART; length--) {
    cuts.push({ known: folded.slice(-length), rest: folded.slice(0, -length), isHead: true });
    cuts.push({ known: folded.slice(0, length), rest: folded.slice(length), isHead: false });
  }
  return cuts;
}

function found({ text }: LanguageIndex, stems: readonly string[], weight: number): Alternative[] {
  return [...new Set(stems)].flatMap((stem) => {
    const postings = text.postings.get(stem);
    return postings ? [{ postings, weight }] : [];
  });
}
