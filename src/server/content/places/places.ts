import type { Content } from '../types.ts';
import { abbreviationOf } from './abbreviations.ts';
import { liesIn, placesInAreas, saysArea } from './place-in-area.ts';
import {
  displayName,
  type Folded,
  findArea,
  fold,
  type IndexedPlace,
  placeIndex,
  placesCalled,
} from './place-index.ts';
import { isValid } from './valid.ts';

/** Location lookups return entries of value (for people) and key (regional key); spec section 7. */
export type PlaceEntry = { value: string; key: string };

/** How well a text fits a name. */
export const RANK = {
  /** The name itself. */
  name: 0,
  /** Its beginning. */
  beginning: 1,
  /** Beginnings of its words, among them the first. */
  firstWords: 2,
  words: 3,
  inside: 4,
  none: 5,
} as const;

/** A postcode in one piece and without its country: "24 103 Kiel" and "D-24103" as people write them. */
const plainPostcode = (text: string): string =>
  text.replace(/(?<![\p{L}\d])(?:DE?\s*-\s*)?(\d{2})\s?(\d{3})(?!\d)/giu, '$1$2');

type Found = PlaceEntry & { rank: number };

/**
 * Municipalities by name, by a place in them, or by postcode (whole, or its beginning), or by both ("24229 Strande"). A
 * postcode lists all its municipalities. Umlauts may be written ä, ae or a. Order: exact name, beginning of the name,
 * beginning of a word, inside; then alphabetical. A name shared by several municipalities shows the district; searching
 * for an entry's own value finds it again.
 */
export function searchByName(content: Pick<Content, 'areas'>, query: string): PlaceEntry[] {
  return rankedByName(content, query).map(({ value, key }) => ({ value, key }));
}

/** Returns the places that `searchByName` finds, with the rank of each. */
export function rankedByName(content: Pick<Content, 'areas'>, written: string): Found[] {
  const query = plainPostcode(written);
  const postcode = /(?<!\d)\d{1,5}(?!\d)/.exec(query)?.[0] ?? '';
  const text = query.replace(postcode, ' ');
  const words = fold(text);
  if (!postcode && !/\p{L}/u.test(words[0])) return [];
  const places = placeIndex(content);
  const direct = places.flatMap((place) => found(place, postcode, words));
  if (direct.length > 0) return sorted(direct);
  const abbreviated = () => foundAbbreviated(places, postcode, text);
  const inAreas = () => foundInAreas(places, postcode, text);
  // "Kr." may be a short word of a name, and is one for the area around it.
  const ways = saysArea(text) ? [inAreas, abbreviated] : [abbreviated, inAreas];
  for (const way of ways) {
    const others = way();
    if (others.length > 0) return sorted(others);
  }
  return [];
}

/** The places of the likeliest reading of a text as a place and the areas around it that has any. */
function foundInAreas(places: IndexedPlace[], postcode: string, text: string): Found[] {
  for (const reading of placesInAreas(text)) {
    // Most places lie in the same few areas.
    const lies = new Map<string | null, boolean>();
    const isThere = (place: IndexedPlace) => {
      const { parentArs } = place.area;
      const known = lies.get(parentArs) ?? liesIn(place, reading, true);
      lies.set(parentArs, known);
      return known;
    };
    const there = places.filter(isThere).flatMap((place) => found(place, postcode, reading.place));
    if (there.length > 0) return there;
  }
  return [];
}

const sorted = (found: Found[]) =>
  found.sort(
    (one, other) =>
      one.rank - other.rank || german.compare(one.value, other.value) || one.key.localeCompare(other.key),
  );

/** Keys of the municipalities that a text as a whole names: by name, by a place in them, by postcode, or both. */
export function keysCalled(content: Pick<Content, 'areas'>, written: string): string[] {
  const text = plainPostcode(written);
  const postcode = /(?<!\d)\d{5}(?!\d)/.exec(text)?.[0];
  const name = postcode ? text.replace(postcode, ' ') : text;
  const words = fold(name);
  if (!postcode && !words[0]) return [];
  const readings = placesInAreas(name);
  const isCalled = ({ names }: IndexedPlace, called: Folded) =>
    names.some(({ name, whole }) => isSame(name, called) || isSame(whole, called));
  const called = [words, ...readings.map(({ place }) => place)].flatMap((it) => placesCalled(content, it));
  return (words[0] ? [...new Set(called)] : placeIndex(content))
    .filter(
      (place) =>
        (!postcode || place.area.postalCodes.includes(postcode)) &&
        (!words[0] ||
          isCalled(place, words) ||
          readings.some((reading) => liesIn(place, reading) && isCalled(place, reading.place))),
    )
    .map(({ area }) => area.ars);
}

/** Returns the places of exactly this name, each by the name that they have it from. */
export function entriesCalled(content: Pick<Content, 'areas'>, called: Folded): PlaceEntry[] {
  return placesCalled(content, called).flatMap(({ area, names }) => {
    const name = names.find(({ name, whole }) => isSame(name, called) || isSame(whole, called));
    return name ? [{ value: name.value, key: area.ars }] : [];
  });
}

const isSame = (one: Folded, other: Folded): boolean => one.some((text, way) => text === other[way]);

/**
 * Returns the place of a regional key (also padded with zeros) or of a municipality key (AGS, 8 digits), if it exists
 * today; none or one. A part of a municipality is no place to choose.
 */
export function searchByRegionalKey(content: Pick<Content, 'areas'>, key: string): PlaceEntry[] {
  const area = findArea(content, key);
  if (!area || area.ars.length > 12 || !isValid(area)) return [];
  return [{ value: displayName(content, area), key: area.ars }];
}

/** Name of a place, also of one that has ended; its key when the place is no longer known. */
export function areaName(content: Pick<Content, 'areas'>, key: string): string {
  const area = findArea(content, key);
  return area ? displayName(content, area) : key;
}

/** Maximum number of words in the name of a place. */
const MAX_WORDS = 8;

const german = new Intl.Collator('de');

function found({ area, names }: IndexedPlace, postcode: string, words: Folded): Found[] {
  const postcodes = postcodesOf(area, postcode);
  if (postcodes.length === 0) return [];
  const ranked = names.map(({ value, name, whole }) => ({
    value,
    rank: isSame(whole, words) ? RANK.name : rankOf(name, words),
  }));
  const best = ranked.reduce((one, other) => (other.rank < one.rank ? other : one));
  if (best.rank === RANK.none) return [];
  return entriesOf(postcodes, area.ars, best);
}

/** Finds places by a name that abbreviates the text or is abbreviated by it; that is never the name itself. */
function foundAbbreviated(places: IndexedPlace[], postcode: string, text: string): Found[] {
  const isMeant = abbreviationOf(text);
  return places.flatMap(({ area, names }) => {
    const name = names.find(({ written }) => isMeant(written));
    return name
      ? entriesOf(postcodesOf(area, postcode), area.ars, { value: name.value, rank: RANK.beginning })
      : [];
  });
}

const postcodesOf = ({ postalCodes }: IndexedPlace['area'], postcode: string): string[] =>
  postcode ? postalCodes.filter((code) => code.startsWith(postcode)) : [''];

const entriesOf = (
  postcodes: string[],
  key: string,
  { value, rank }: { value: string; rank: number },
): Found[] => postcodes.map((code) => ({ value: `${code} ${value}`.trim(), key, rank }));

function rankOf(name: Folded, query: Folded): number {
  return Math.min(...name.map((text, way) => rankOfText(text, query[way] ?? '')));
}

function rankOfText(name: string, query: string): number {
  if (name === query) return RANK.name;
  if (name.startsWith(query)) return RANK.beginning;
  const words = query.split(' ', MAX_WORDS);
  if (!words.every((word) => name.includes(word))) return RANK.none;
  const parts = name.split(' ');
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) {
    return words.some((word) => parts[0]?.startsWith(word)) ? RANK.firstWords : RANK.words;
  }
  return query.length >= 3 && name.includes(query) ? RANK.inside : RANK.none;
}
