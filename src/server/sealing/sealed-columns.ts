import type { SealedJson, SealedText, Stored } from '#server/storage/sealed.ts';
import { type Place, SealBroken, seal, unseal } from './seal.ts';

const MARK = 'sealed:1:';

/** Whether a value from the database is sealed; what an earlier version has stored is open until it is sealed. */
export const isSealed = (value: unknown): value is SealedText =>
  typeof value === 'string' && value.startsWith(MARK);

/** Seals text for its place. */
export const sealText = (key: Uint8Array, place: Place, text: string): SealedText =>
  `${MARK}${seal(key, place, Buffer.from(text)).toString('base64')}` as SealedText;

/** Seals a value for its place in a jsonb column. */
export const sealJson = (key: Uint8Array, place: Place, value: unknown): SealedJson =>
  JSON.stringify(sealText(key, place, JSON.stringify(value))) as SealedJson;

/**
 * Opens a text column.
 * @param key null where its row has no key: nothing that is sealed opens then
 * @throws SealBroken
 */
export function openText(key: Uint8Array | null, place: Place, value: string | Stored<string>): string {
  if (!isSealed(value)) return value as string;
  if (key === null) throw new SealBroken(place);
  return unseal(key, place, Buffer.from(value.slice(MARK.length), 'base64')).toString();
}

/**
 * Opens a jsonb column.
 * @param key null where its row has no key: nothing that is sealed opens then
 * @throws SealBroken
 */
export const openJson = <T>(key: Uint8Array | null, place: Place, value: T | SealedText | Stored<T>): T =>
  isSealed(value) ? (JSON.parse(openText(key, place, value)) as T) : (value as T);
