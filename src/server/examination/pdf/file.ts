import { byte, isAt, isDigit, isWhite } from './bytes.ts';
import type { PdfParser } from './parser.ts';
import { PdfDict, PdfRef, type PdfValue, Unreadable, wholeNumber } from './values.ts';

/** The bytes of a stream. */
export type PdfStream = { dict: PdfDict; start: number; end: number };

/** An object of its own (`12 0 obj`), not packed with others. */
export type PdfObject = {
  number: number;
  at: number;
  /** Start of its value. */
  valueAt: number;
  value: PdfValue;
  stream: PdfStream | null;
};

/** The place of an object according to a table. */
export type Place = { number: number; at: number };

/** All parts of a file beside its objects. */
export type PdfParts = {
  /** The objects by their places, each with its number and the start of its value. */
  objectAt: Map<number, { number: number; valueAt: number }>;
  /** Places of the tables that begin with the word `xref`. */
  tables: Set<number>;
  trailers: PdfDict[];
  places: Place[];
  /** Places of the tables according to the file. */
  starts: number[];
  /** Streams whose length is in an object of its own; they were read up to their end word. */
  lengths: { bytes: number; length: PdfRef }[];
};

/** Exceeds the number of objects in any accepted file. */
const MOST_OBJECTS = 300_000;

/**
 * Reads a whole PDF from its first to its last byte as a sequence of objects, tables, and the places of tables. Only
 * spaces and comments may be between them, so there is nothing that only some readers find.
 * @throws Unreadable when there is anything else, or a part is not written as the standard requires
 */
export function readParts(parser: PdfParser, onObject: (object: PdfObject) => void): PdfParts {
  const parts: PdfParts = {
    objectAt: new Map(),
    tables: new Set(),
    trailers: [],
    places: [],
    starts: [],
    lengths: [],
  };
  for (;;) {
    parser.skip();
    if (parser.isAtEnd()) break;
    if (isDigit(parser.bytes[parser.at])) {
      const object = readObject(parser, parts);
      parts.objectAt.set(object.at, { number: object.number, valueAt: object.valueAt });
      if (parts.objectAt.size > MOST_OBJECTS) throw new Unreadable('too many objects');
      onObject(object);
      continue;
    }
    const { at } = parser;
    if (parser.isNext('xref')) {
      parts.tables.add(at);
      readTable(parser, parts);
    } else if (parser.isNext('startxref')) parts.starts.push(parser.whole());
    else throw new Unreadable('neither an object nor a table');
  }
  return parts;
}

function readObject(parser: PdfParser, { lengths }: PdfParts): PdfObject {
  const { at } = parser;
  const number = parser.whole();
  parser.whole();
  parser.expect('obj');
  const valueAt = parser.at;
  if (parser.isNext('endobj')) return { number, at, valueAt, value: null, stream: null };
  const value = parser.value();
  if (parser.isNext('endobj')) return { number, at, valueAt, value, stream: null };
  if (!(value instanceof PdfDict)) throw new Unreadable('an object without an end');
  parser.expect('stream');
  const start = startOfStream(parser);
  const length = value.only('Length');
  const end = length instanceof PdfRef ? foundEnd(parser, start) : start + wholeNumber(length);
  if (end > parser.bytes.length) throw new Unreadable('a stream that is longer than the file');
  if (length instanceof PdfRef) lengths.push({ bytes: end - start, length });
  parser.at = end;
  // Only spaces, no comment, may be before its end.
  while (isWhite(parser.bytes[parser.at])) parser.at += 1;
  if (!isAt(parser.bytes, parser.at, 'endstream')) throw new Unreadable('a stream of another length');
  parser.expect('endstream');
  parser.expect('endobj');
  return { number, at, valueAt, value, stream: { dict: value, start, end } };
}

/** Returns the place behind the line of `stream`. */
function startOfStream({ bytes, at }: PdfParser): number {
  if (bytes[at] === byte.lineFeed) return at + 1;
  if (bytes[at] === byte.return) return bytes[at + 1] === byte.lineFeed ? at + 2 : at + 1;
  throw new Unreadable('a stream without a beginning');
}

/** Returns the place of the first `endstream`; the length is compared with it once it has been read. */
function foundEnd({ bytes }: PdfParser, start: number): number {
  const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf('endstream', start);
  if (found < 0) throw new Unreadable('a stream without an end');
  return found;
}

/** Reads a table of places (7.5.4) with the dictionary behind it. */
function readTable(parser: PdfParser, parts: PdfParts): void {
  while (!parser.isNext('trailer')) {
    const first = parser.whole();
    const count = parser.whole();
    for (let index = 0; index < count; index += 1) {
      const at = parser.whole();
      parser.whole();
      if (parser.isNext('n')) parts.places.push({ number: first + index, at });
      else parser.expect('f');
    }
  }
  const trailer = parser.value();
  if (!(trailer instanceof PdfDict)) throw new Unreadable('a table without a dictionary');
  parts.trailers.push(trailer);
}
