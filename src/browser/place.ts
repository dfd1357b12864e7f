import type { Place } from '#machines/portal/portal.types.ts';

/** The one thing this portal keeps in the browser's storage: the chosen place (spec section 3). */
const KEY = 'serviceportal.place';

/** The place chosen earlier. What does not have the expected shape is removed (spec section 5). */
export function rememberedPlace(storage: Storage): Place | null {
  const text = storage.getItem(KEY);
  if (text === null) return null;
  const value = jsonOf(text);
  if (isPlace(value)) return { value: value.value, key: value.key };
  storage.removeItem(KEY);
  return null;
}

/** Keeps the place, or removes it with null. A browser that refuses storage forgets it with the page. */
export function rememberPlace(storage: Storage, place: Place | null): void {
  try {
    if (place) storage.setItem(KEY, JSON.stringify({ value: place.value, key: place.key }));
    else storage.removeItem(KEY);
  } catch {
    // Private windows may refuse; the place lives on in the portal's own state.
  }
}

/** A location entry (src/contract/shapes.ts); written out so that the first page need not load the schemas. */
const isPlace = (it: unknown): it is Place =>
  typeof it === 'object' &&
  it !== null &&
  'value' in it &&
  typeof it.value === 'string' &&
  'key' in it &&
  typeof it.key === 'string' &&
  /^\d{2,12}$/.test(it.key);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
