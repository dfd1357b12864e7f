import { byte, isAt, isDigit, isWhite } from './bytes.ts';
import type { PdfParser } from './parser.ts';
import { PdfDict, PdfRef, type PdfValue, Unreadable, wholeNumber } from './values.ts';

/** The bytes of a stream. */
export type PdfStream = { dict: PdfDict; start: number; end: number };

/** An object of its own (`12 0 obj`), not packed with others. */
export type PdfObject = {
  number: number;
  at: number;
  /** Where its value begins. */
  valueAt: number;
  value: PdfValue;
  stream: PdfStream | null;
};

/** What a table says: where an object is. */
export type Place = { number: number; at: number };

/** What a file consists of beside its objects. */
export type PdfParts = {
  /** The objects by their places: the number of each, and where its value begins. */
  objectAt: Map<number, { number: number; valueAt: number }>;
  /** Where the tables are that begin with the word `xref`. */
  tables: Set<number>;
  trailers: PdfDict[];
  places: Place[];
  /** Where the file says that its tables are. */
  starts: number[];
  /** Streams whose length is in an object of its own: they were read up to their word for the end. */
  lengths: { bytes: number; length: PdfRef }[];
};

/** More objects than in any file of the size that is accepted. */
const MOST_OBJECTS = 300_000;

/**
 * Reads a whole PDF from its first to its last byte as a sequence of objects, tables, and where the tables are. Nothing
 * may be between them but spaces and comments, so there is nothing that only some readers find.
 * @throws Unreadable when something else is there, or a part is not written as the standard says
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

/** Behind the end of the line of `stream`. */
function startOfStream({ bytes, at }: PdfParser): number {
  if (bytes[at] === byte.lineFeed) return at + 1;
  if (bytes[at] === byte.return) return bytes[at + 1] === byte.lineFeed ? at + 2 : at + 1;
  throw new Unreadable('a stream without a beginning');
}

/** The first `endstream`; what is before it is compared with the length as soon as that has been read. */
function foundEnd({ bytes }: PdfParser, start: number): number {
  const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf('endstream', start);
  if (found < 0) throw new Unreadable('a stream without an end');
  return found;
}

/** A table of places (7.5.4) with the dictionary behind it. */
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
