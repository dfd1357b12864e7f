import type { Place } from '#contract/shapes.ts';
import { YEAR_SECONDS } from '#domain/days.ts';

/** Key of the one value that this portal stores in the browser: the chosen place (spec section 3). */
const KEY = 'serviceportal.place';
/** Cookie with the key of the place for the server, so that pages arrive rendered for the place. */
const COOKIE = 'place';

/** The place chosen earlier. A value without the expected shape is removed (spec section 5). */
export function rememberedPlace(storage: Storage): Place | null {
  const text = storage.getItem(KEY);
  if (text === null) return null;
  const value = jsonOf(text);
  if (isPlace(value)) return { value: value.value, key: value.key };
  storage.removeItem(KEY);
  return null;
}

/** Stores the place, or removes it with null. A browser that refuses storage forgets it with the page. */
export function rememberPlace(storage: Storage, place: Place | null): void {
  try {
    if (place) storage.setItem(KEY, JSON.stringify({ value: place.value, key: place.key }));
    else storage.removeItem(KEY);
  } catch {
    // Private windows may refuse; the place remains in the portal's own state.
  }
}

/**
 * The cookie that tells the server the chosen place; with null, the one that removes it.
 * @param isSecure whether the page came over TLS
 */
export function placeCookie(place: Place | null, isSecure: boolean): string {
  const life = `Path=/; Max-Age=${place ? YEAR_SECONDS : 0}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return `${COOKIE}=${place?.key ?? ''}; ${life}`;
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
