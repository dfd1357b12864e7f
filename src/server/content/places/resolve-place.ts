import type { Content } from '../types.ts';
import { nearPlaces } from './near-places.ts';
import { type PlaceEntry, RANK, rankedByName, searchByRegionalKey } from './places.ts';

/** The result for a place in a request (contract: placeChoice). */
export type ResolvedPlace = {
  /** The place requested by key, or the only one that the text can mean. */
  place: PlaceEntry | null;
  /** The text, when several places or none fit it. */
  placeQuery: string | null;
  placeChoices: PlaceEntry[];
  /** No place has this name; the choices are near misses. */
  placeIsUnknown: boolean;
};

/** Maximum length of the text; the rest is cut off. */
const LONGEST_TEXT = 200;
/** A letter or two match hundreds of places, so people type on to find theirs. A postcode has fewer. */
const MAX_CHOICES = 60;

/**
 * Returns the place of a request: by its regional key, or by text (name, postcode, both) as a form without script
 * sends it. The server never decides for the person: all municipalities that fit the text are choices, unless exactly
 * one has exactly this name. A name that the text only contains is a choice too: "Hamburg" does not mean Wentorf bei
 * Hamburg. A key that is no longer known (saved from former content) counts as missing.
 */
export function resolvePlace(
  content: Pick<Content, 'areas'>,
  { area, place }: { area?: string | undefined; place?: string | undefined },
): ResolvedPlace {
  const [known] = area ? searchByRegionalKey(content, area) : [];
  if (known) return found(known);
  const text = (place ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TEXT);
  if (!text) return { place: null, placeQuery: null, placeChoices: [], placeIsUnknown: false };

  const entries = rankedByName(content, text);
  const named = entries.filter(({ rank }) => rank === RANK.name);
  const isBegun = /\d{5}/.test(text) || entries.every(({ rank }) => rank <= RANK.firstWords);
  const only =
    onlyPlace(content, named) ?? (named.length === 0 && isBegun ? onlyPlace(content, entries) : null);
  if (only) return found(only);
  if (entries.length === 0) {
    return { place: null, placeQuery: text, placeChoices: nearPlaces(content, text), placeIsUnknown: true };
  }
  const choices = entries.slice(0, MAX_CHOICES).map(({ value, key }) => ({ value, key }));
  return { place: null, placeQuery: text, placeChoices: choices, placeIsUnknown: false };
}

const found = (place: PlaceEntry): ResolvedPlace => ({
  place,
  placeQuery: null,
  placeChoices: [],
  placeIsUnknown: false,
});

/** Returns the municipality that all entries mean, by whatever names or postcodes; null when there are several. */
function onlyPlace(content: Pick<Content, 'areas'>, entries: PlaceEntry[]): PlaceEntry | null {
  const [first] = entries;
  if (!first || entries.some(({ key }) => key !== first.key)) return null;
  if (entries.length === 1) return { value: first.value, key: first.key };
  return searchByRegionalKey(content, first.key)[0] ?? null;
}
