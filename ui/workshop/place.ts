import { workshopPaths } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';

/** Position in the workshop: the query of its address, without empty values. `section` is the book if it is absent. */
export type Place = Readonly<Record<string, string>>;

export const placeOf = (search: string): Place =>
  Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value !== ''));

/** Address of a place in the workshop. */
export function hrefOf(locale: Locale, place: Place): string {
  const query = new URLSearchParams(Object.entries(place).filter(([, value]) => value !== ''));
  return query.size === 0 ? workshopPaths[locale] : `${workshopPaths[locale]}?${query}`;
}
