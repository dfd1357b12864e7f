import { isWhite } from './bytes.ts';
import type { PdfStream } from './file.ts';
import type { PdfParser } from './parser.ts';
import { PdfName, type PdfValue, Unreadable, wholeNumber } from './values.ts';

/** An object that was packed with others, and the start of its value in the unpacked bytes. */
export type PackedObject = { number: number; at: number; value: PdfValue };

/**
 * Whether a stream contains packed objects. Readers take every stream with these two entries for one, whatever its
 * type. Some take 0 for a missing entry.
 */
export const holdsObjects = ({ dict }: PdfStream): boolean =>
  (dict.has('First') && dict.has('N')) ||
  dict.allOf('Type').some((type) => type instanceof PdfName && type.text === 'ObjStm');

/**
 * Reads the objects of an unpacked stream (7.5.7): a list of numbers and places, then the objects in that order.
 * @throws Unreadable when a place is not that of an object, so that readers that follow the list see something else
 */
export function readPacked(parser: PdfParser, { dict }: PdfStream): PackedObject[] {
  const count = wholeNumber(dict.only('N'));
  const first = wholeNumber(dict.only('First'));
  if (count > parser.bytes.length || first > parser.bytes.length)
    throw new Unreadable('more objects than bytes');
  const places: { number: number; at: number }[] = [];
  for (let index = 0; index < count; index += 1) {
    places.push({ number: parser.whole(), at: first + parser.whole() });
  }
  if (parser.at > first) throw new Unreadable('objects within the list of objects');
  parser.at = first;
  return places.map(({ number, at }) => {
    while (parser.at < at && isWhite(parser.bytes[parser.at])) parser.at += 1;
    if (parser.at !== at) throw new Unreadable('an object at another place');
    return { number, at, value: parser.value() };
  });
}
