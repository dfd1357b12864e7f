import { type Folded, fold, type IndexedPlace } from './place-index.ts';

/** A text read as a place and the areas around it; without areas it is the place alone. */
export type PlaceInArea = { place: Folded; areas: readonly Folded[] };

/** Words for kinds of areas, and words between a place and its area. */
const KINDS = new Set(
  (
    'kreis landkreis stadtkreis kr lkr lk amt vg samtgemeinde sg verbandsgemeinde verwaltungsgemeinschaft ' +
    'verwaltungsgemeinde region regierungsbezirk bezirk land bundesland freistaat district county state'
  ).split(' '),
);
const BETWEEN = new Set('im in of the der des'.split(' '));
const isLink = (word: Folded): boolean => word.some((way) => KINDS.has(way) || BETWEEN.has(way));

/** Words before the name of a municipality. */
const TITLES = new Set('gemeinde stadt markt flecken municipality town city of'.split(' '));

/** Longest text, in words, that is read as a place and the areas around it. */
const MOST_WORDS = 10;

/** Whether a text names an area by its kind: "Kreis", "Amt". */
export const saysArea = (text: string): boolean =>
  wordsOf(text).some((word) => word.some((way) => KINDS.has(way)));

/**
 * Readings of a text as a place and areas around it, likeliest first: "Elze Hildesheim", "Strande, Amt Dänischenhagen,
 * Rendsburg-Eckernförde", "Kreis Steinburg, Altdorf". The longest name of a place comes first; the area comes first only
 * in a text that has a comma or says the area's kind.
 */
export function placesInAreas(text: string): PlaceInArea[] {
  const words = wordsOf(text);
  if (words.length < 2 || words.length > MOST_WORDS) return [];
  const splits = words.slice(1).map((_, index) => index + 1);
  const behind = splits.toReversed().map((at) => reading(words.slice(0, at), words.slice(at)));
  const before =
    /[,;(]/.test(text) || saysArea(text)
      ? splits.map((at) => reading(words.slice(at), words.slice(0, at)))
      : [];
  const titled = words.findIndex((word) => !word.some((way) => TITLES.has(way)));
  const alone = titled > 0 ? [reading(words.slice(titled), [])] : [];
  return [...alone, ...behind, ...before];
}

function reading(place: Folded[], areas: Folded[]): PlaceInArea {
  const first = place.findIndex((word) => !word.some((way) => TITLES.has(way)));
  return { place: joined(place.slice(Math.max(first, 0))), areas };
}

const wordsOf = (text: string): Folded[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(([word]) => fold(word));

const joined = (words: readonly Folded[]): Folded => [
  words.map(([one]) => one).join(' '),
  words.map(([, other]) => other).join(' '),
];

/**
 * Whether a place lies in all areas of a reading: each is the beginning of a name around it, whatever words for kinds
 * stand between. At least one is named; of a text that ends with the kind ("Heide, Kreis"), which somebody may still be
 * typing, `isTyped` accepts that.
 */
export function liesIn({ around }: IndexedPlace, { areas }: PlaceInArea, isTyped = false): boolean {
  if (areas.length === 0 || (isTyped && areas.every(isLink))) return true;
  return !areas.every(isLink) && isCovered(areas, around);
}

function isCovered(words: readonly Folded[], around: readonly Folded[]): boolean {
  const [first] = words;
  if (!first) return true;
  for (let length = words.length; length > 0; length--) {
    const named = joined(words.slice(0, length));
    const isNamed = around.some((name) => name.some((text, way) => text.startsWith(named[way] ?? text)));
    if (isNamed && isCovered(words.slice(length), around)) return true;
  }
  return isLink(first) && isCovered(words.slice(1), around);
}
