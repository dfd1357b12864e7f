import { isWhite } from './bytes.ts';
import type { PdfParts, PdfStream, Place } from './file.ts';
import { type PdfDict, PdfName, Unreadable, wholeNumber } from './values.ts';

/** Whether a stream is a packed table of places (7.5.8). */
export const holdsPlaces = ({ dict }: PdfStream): boolean =>
  dict.allOf('Type').some((type) => type instanceof PdfName && type.text === 'XRef');

/**
 * Returns the places of objects that are not packed, according to a packed table.
 * @param containers receives the numbers of the streams in which the table places the others
 */
export function readPlaces(bytes: Uint8Array, dict: PdfDict, containers: Set<number>): Place[] {
  const widths = numbers(dict, 'W');
  const [kindBytes = 0, placeBytes = 0, thirdBytes = 0] = widths;
  const row = kindBytes + placeBytes + thirdBytes;
  if (widths.length !== 3 || row === 0 || row > MOST_ROW_BYTES) throw new Unreadable('a table of other rows');
  const ranges = dict.has('Index') ? numbers(dict, 'Index') : [0, wholeNumber(dict.only('Size'))];
  const places: Place[] = [];
  let at = 0;
  for (let range = 0; range < ranges.length; range += 2) {
    for (let index = 0; index < (ranges[range + 1] ?? 0) && at + row <= bytes.length; index += 1, at += row) {
      const kind = kindBytes === 0 ? PLAIN : integer(bytes, at, kindBytes);
      if (kind === PLAIN) {
        places.push({ number: ranges[range]! + index, at: integer(bytes, at + kindBytes, placeBytes) });
      } else if (kind === PACKED) containers.add(integer(bytes, at + kindBytes, placeBytes));
    }
  }
  return places;
}

/** Kind of a row for an object at a place of its own. */
const PLAIN = 1;
/** Kind of a row for an object in a stream, with the number of the stream. */
const PACKED = 2;
const MOST_ROW_BYTES = 24;

function numbers(dict: PdfDict, key: string): number[] {
  const values = dict.only(key);
  if (!Array.isArray(values)) throw new Unreadable('a table of other rows');
  return values.map(wholeNumber);
}

function integer(bytes: Uint8Array, start: number, length: number): number {
  let value = 0;
  for (let at = start; at < start + length; at += 1) value = value * 256 + bytes[at]!;
  return value;
}

/**
 * Checks that a reader that follows the file's tables finds exactly the objects that were read: each place is that of
 * an object, and each place of a table is that of a table.
 * @param packed places of the tables that are packed into streams
 * @returns the objects that a table lists under another number than their own, by the place of their value
 * @throws Unreadable otherwise
 */
export function checkPlaces(
  bytes: Uint8Array,
  { objectAt, tables, trailers, places, starts }: PdfParts,
  packed: readonly number[],
): Place[] {
  const renamed: Place[] = [];
  const skipped = (place: number): number => {
    let at = place;
    while (isWhite(bytes[at])) at += 1;
    return at;
  };
  for (const { number, at } of places) {
    // Some programs list objects that do not exist at place 0.
    if (at === 0) continue;
    const object = objectAt.get(skipped(at));
    if (!object) throw new Unreadable('an object at another place');
    if (object.number !== number) renamed.push({ number, at: object.valueAt });
  }
  const known = new Set([...tables, ...packed]);
  const named = trailers.flatMap((trailer) => [...trailer.allOf('Prev'), ...trailer.allOf('XRefStm')]);
  for (const place of [...named.map(wholeNumber), ...starts]) {
    if (place !== 0 && !known.has(skipped(place))) throw new Unreadable('a table at another place');
  }
  if ((starts.at(-1) ?? 0) === 0) throw new Unreadable('no table');
  return renamed;
}
