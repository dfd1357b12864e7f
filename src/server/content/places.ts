import { significantKey } from './area-keys.ts';
import type { Area, Content } from './types.ts';

/** Location lookups answer entries of value (for people) and key (regional key); spec section 7. */
export type PlaceEntry = { value: string; key: string };

type Candidate = { entry: PlaceEntry; rank: number };

/**
 * Municipalities by name, by a place in them, or by postcode (whole, or its beginning), also both ("24229
 * Strande"). A postcode lists all its municipalities. Umlauts may be written ä, ae or a. Order: exact name,
 * beginning of the name, beginning of a word, inside; then alphabetical. A name that several municipalities
 * have shows the district; an entry's own value finds it again.
 */
export function searchByName(content: Content, query: string): PlaceEntry[] {
  const postcode = /(?<!\d)\d{1,5}(?!\d)/.exec(query)?.[0] ?? '';
  const words = query.replace(postcode, ' ').trim();
  if (!postcode && !/\p{L}/u.test(words)) return [];
  const municipalities = [...content.areas.values()].filter((area) => area.ars.length === 12);
  return municipalities
    .flatMap((area) => candidates(content, area, postcode, words))
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        one.entry.value.localeCompare(other.entry.value, 'de') ||
        one.entry.key.localeCompare(other.entry.key),
    )
    .map((candidate) => candidate.entry);
}

/** The place of a regional key (also zero filled) or of a municipality key (AGS, 8 digits); none or one. */
export function searchByRegionalKey(content: Content, key: string): PlaceEntry[] {
  const area = findArea(content, key);
  return area ? [{ value: displayName(content, area), key: area.ars }] : [];
}

/** The area of a regional key (also zero filled) or of a municipality key (AGS, 8 digits). */
export function findArea(content: Content, key: string): Area | undefined {
  const exact = content.areas.get(key);
  if (exact) return exact;
  const areas = [...content.areas.values()];
  if (key.length === 8) return areas.find((area) => area.ags === key);
  return areas.find((area) => significantKey(area.ars) === significantKey(key));
}

/** The name, with the district in brackets where several municipalities have the same. */
export function displayName(content: Content, area: Area): string {
  for (const other of content.areas.values()) {
    if (other.name === area.name && other.ars !== area.ars && other.ars.length === area.ars.length) {
      const district = content.areas.get(area.ars.slice(0, 5));
      return district ? `${area.name} (${district.name})` : area.name;
    }
  }
  return area.name;
}

function candidates(content: Content, area: Area, postcode: string, words: string): Candidate[] {
  const postcodes = area.postalCodes.filter((code) => code.startsWith(postcode));
  if (postcode && postcodes.length === 0) return [];
  const label = displayName(content, area);
  const names = [
    { value: label, rank: Math.min(rankOf(area.name, words), sameText(label, words) ? 0 : NO_MATCH) },
    ...area.localities.map((name) => {
      const value = `${name} (${area.name})`;
      return { value, rank: sameText(value, words) ? 0 : rankOf(name, words) };
    }),
  ];
  const best = names.reduce((one, other) => (other.rank < one.rank ? other : one));
  if (best.rank === NO_MATCH) return [];
  const shown = postcode ? postcodes : [''];
  return shown.map((code) => ({
    entry: { value: `${code} ${best.value}`.trim(), key: area.ars },
    rank: best.rank,
  }));
}

const NO_MATCH = 4;

/** 0 the name itself, 1 its beginning, 2 each word begins a word of it, 3 inside (from 3 letters on). */
function rankOf(name: string, query: string): number {
  return Math.min(...FOLDS.map((fold) => foldedRank(fold(lower(name)), fold(lower(query)))));
}

function foldedRank(name: string, query: string): number {
  if (name === query) return 0;
  if (name.startsWith(query)) return 1;
  const parts = name.split(' ');
  if (query.split(' ').every((word) => parts.some((part) => part.startsWith(word)))) return 2;
  return query.length >= 3 && name.includes(query) ? 3 : NO_MATCH;
}

const lower = (text: string) => text.normalize('NFC').toLowerCase();

const sameText = (one: string, other: string) =>
  FOLDS.some((fold) => fold(lower(one)) === fold(lower(other)));

/** Two ways in which people type letters that their keyboard lacks: ä as ae, or ä as a. */
const FOLDS = [
  (text: string) => plain(text.replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter)),
  (text: string) => plain(text),
];

const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };

function plain(text: string): string {
  const letters = text.replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');
  return letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
