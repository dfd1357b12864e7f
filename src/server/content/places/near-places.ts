import type { Content } from '../types.ts';
import { editDistance } from './edit-distance.ts';
import { liesIn, placesInAreas } from './place-in-area.ts';
import { fold, type IndexedPlace, placeIndex } from './place-index.ts';
import { entriesCalled, type PlaceEntry, searchByName } from './places.ts';

/** Most places that are offered for a mistyped name, or without script. */
const MOST_NEAR_PLACES = 8;
/** Maximum length of a text that can be the mistyped name of a place. */
const LONGEST_NAME = 60;

/**
 * Returns places that a person may have meant by a text that is not the name of a place: the municipalities of a
 * postcode in it, or of a name among its words ("Hauptstraße 5, 24103 Kiel"), a known place in an area of another or a
 * mistyped name, names that differ by a few letters, neighbouring postcodes. Best first, at most eight.
 */
export function nearPlaces(content: Pick<Content, 'areas'>, text: string): PlaceEntry[] {
  const postcode = /\d{5}/.exec(text)?.[0] ?? '';
  const [name] = fold(text.replace(/\d+/g, ' '));
  const near: PlaceEntry[] = [];
  const add = (entries: PlaceEntry[]) => {
    for (const entry of entries) if (!near.some(({ key }) => key === entry.key)) near.push(entry);
  };
  if (postcode) add(searchByName(content, postcode));
  if (name.length <= LONGEST_NAME) {
    add(nearlyInArea(content, text));
    add(namedByAWord(content, name));
    add(similarNames(placeIndex(content), name));
  }
  if (postcode && near.length === 0) add(neighbours(content, postcode));
  return near.slice(0, MOST_NEAR_PLACES);
}

/**
 * Returns the places that the lookup offers while a name is typed: the municipalities of that name (`searchByName`).
 * Only if there are none, it returns those whose name, or that of the area around them, differs by a letter or a few
 * ("Keil", "Norderstdet", "Elze, Hildeshiem").
 */
export function lookUpPlaces(content: Pick<Content, 'areas'>, text: string): PlaceEntry[] {
  const entries = searchByName(content, text);
  const [name] = fold(text);
  if (entries.length > 0 || /\d/.test(text) || name.length < 4 || name.length > LONGEST_NAME) return entries;
  const near = [...nearlyInArea(content, text), ...similarNames(placeIndex(content), name)];
  return near
    .filter(({ key }, index) => near.findIndex((other) => other.key === key) === index)
    .slice(0, MOST_NEAR_PLACES);
}

function namedByAWord(content: Pick<Content, 'areas'>, text: string): PlaceEntry[] {
  const words = new Set(text.split(' ').filter((word) => word.length >= 3));
  if (words.size === 0) return [];
  return placeIndex(content).flatMap(({ area, names }) =>
    names
      .filter(({ name }) => name.some((way) => words.has(way)))
      .map(({ value }) => ({ value, key: area.ars })),
  );
}

/** Places by name whose area is mistyped or another one; otherwise places of that area whose name is mistyped. */
function nearlyInArea(content: Pick<Content, 'areas'>, text: string): PlaceEntry[] {
  const readings = placesInAreas(text).filter(({ areas }) => areas.length > 0);
  for (const { place } of readings) {
    const called = entriesCalled(content, place);
    if (called.length > 0) return called;
  }
  for (const reading of readings) {
    const there = placeIndex(content).filter((place) => liesIn(place, reading));
    const similar = there.length > 0 ? similarNames(there, reading.place[0]) : [];
    if (similar.length > 0) return similar;
  }
  return [];
}

function similarNames(places: readonly IndexedPlace[], text: string): PlaceEntry[] {
  if (text.length < 3) return [];
  const limit = text.length <= 5 ? 1 : text.length <= 9 ? 2 : 3;
  return places
    .flatMap(({ area, names }) =>
      names.map(({ name, value }) => ({
        entry: { value, key: area.ars },
        distance: Math.min(...name.map((way) => editDistance(text, way, limit))),
      })),
    )
    .filter(({ distance }) => distance <= limit)
    .sort((one, other) => one.distance - other.distance || one.entry.value.localeCompare(other.entry.value))
    .map(({ entry }) => entry);
}

/** Postcodes with the longest common beginning (4, 3 or 2 digits), the nearest numbers first. */
function neighbours(content: Pick<Content, 'areas'>, postcode: string): PlaceEntry[] {
  const distance = ({ value }: PlaceEntry) => Math.abs(Number(value.slice(0, 5)) - Number(postcode));
  for (let length = 4; length >= 2; length--) {
    const found = searchByName(content, postcode.slice(0, length));
    if (found.length > 0) return found.sort((one, other) => distance(one) - distance(other));
  }
  return [];
}
