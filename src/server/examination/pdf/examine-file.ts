import {
  type Finding,
  isActiveAddress,
  isActiveAside,
  isActiveInStream,
  isActiveOpening,
  lookThrough,
  SHORTEST_IN_STREAM,
} from './active.ts';
import { assertNoParts, tellNames } from './asides.ts';
import { isAt, isWhite } from './bytes.ts';
import { type PdfObject, type PdfStream, readParts } from './file.ts';
import { holdsObjects, readPacked } from './packed-objects.ts';
import { type AsideListener, type Budget, PdfParser } from './parser.ts';
import { checkPlaces, holdsPlaces, readPlaces } from './places.ts';
import { roomOfFile, unpack } from './unpack.ts';
import { type PdfRef, type PdfValue, Unreadable } from './values.ts';

/** Values of a file: names, numbers, texts. A report of 1.5 MB, tagged and packed well, has 1.6 million. */
const MOST_VALUES = 3_000_000;
/** The end of a line before `endstream`, which does not belong to the stream. */
const MOST_SPACES = 2;

/** Bytes at the end in which readers search for it. */
const TAIL_BYTES = 1024;

/** Place of the value of an object; several when the file was changed later. */
type Definition = { bytes: Uint8Array; at: number };

/**
 * Examines all objects of a file, also those that no table leads to: a reader that repairs the file finds them.
 * @throws Unreadable when the file cannot be read in the one plain way in which all readers read it
 */
export function examineFile(bytes: Uint8Array, found: Finding): void {
  if (!isAt(bytes, 0, '%PDF-') || !hasEnd(bytes)) throw new Unreadable('no beginning or no end');
  const budget: Budget = { values: MOST_VALUES };
  const definitions = new Map<number, Definition[]>();
  const define = (number: number, definition: Definition): void => {
    const others = definitions.get(number);
    if (others) others.push(definition);
    else definitions.set(number, [definition]);
  };
  const valuesOf = ({ number }: PdfRef): PdfValue[] =>
    (definitions.get(number) ?? []).map((place) => new PdfParser(place.bytes, place.at, budget).value());

  /** Places of the values of streams that contain no objects. */
  const otherStreams = new Set<number>();
  const special: { at: number; stream: PdfStream }[] = [];
  const parser = new PdfParser(bytes, 0, budget, asidesOf(bytes, found));
  const parts = readParts(parser, ({ number, at, valueAt, value, stream }: PdfObject) => {
    define(number, { bytes, at: valueAt });
    lookThrough(value, stream !== null, found);
    if (!stream) return;
    assertNoParts(bytes, stream.start, stream.end);
    tellNames(bytes, { ...stream, shortest: SHORTEST_IN_STREAM }, (name) => {
      found.isActive ||= isActiveInStream(name);
    });
    if (holdsObjects(stream) || holdsPlaces(stream)) special.push({ at, stream });
    if (!holdsObjects(stream)) otherStreams.add(valueAt);
  });
  for (const trailer of parts.trailers) lookThrough(trailer, false, found);
  // Nothing in a locked file can be unpacked.
  if (found.isProtected) return;

  const room = roomOfFile();
  const tables: number[] = [];
  const containers = new Set<number>();
  for (const { at, stream } of special) {
    if (holdsPlaces(stream)) {
      for (const place of readPlaces(unpack(bytes, stream, room, true), stream.dict, containers))
        parts.places.push(place);
      parts.trailers.push(stream.dict);
      tables.push(at);
      continue;
    }
    const unpacked = unpack(bytes, stream, room, false);
    const inside = new PdfParser(unpacked, 0, budget, asidesOf(unpacked, found));
    for (const { number, at: valueAt, value } of readPacked(inside, stream)) {
      define(number, { bytes: unpacked, at: valueAt });
      lookThrough(value, false, found);
    }
  }
  found.hasRoot = parts.trailers.some((trailer) => trailer.has('Root'));
  for (const { number, at } of checkPlaces(bytes, parts, tables)) define(number, { bytes, at });
  for (const number of containers) {
    const isOther = definitions.get(number)?.some((one) => one.bytes === bytes && otherStreams.has(one.at));
    if (isOther) throw new Unreadable('objects in a stream of something else');
  }
  for (const { bytes: count, length } of parts.lengths) {
    const isEnd = valuesOf(length).some(
      (value) => typeof value === 'number' && count >= value && count - value <= MOST_SPACES,
    );
    if (!isEnd) throw new Unreadable('a stream of another length');
  }
  const isActive = (refs: readonly PdfRef[], judge: (value: PdfValue) => boolean): boolean =>
    [...new Set(refs.map(({ number }) => number))].some((number) => valuesOf({ number }).some(judge));
  found.isActive ||= isActive(found.openings, isActiveOpening) || isActive(found.addresses, isActiveAddress);
}

/** Whether the end is where readers search for it, with only spaces behind it. */
function hasEnd(bytes: Uint8Array): boolean {
  let end = bytes.length;
  while (end > bytes.length - TAIL_BYTES && isWhite(bytes[end - 1])) end -= 1;
  return isAt(bytes, end - '%%EOF'.length, '%%EOF');
}

/** Collects names in comments, and in texts that look like a dictionary. */
function asidesOf(bytes: Uint8Array, found: Finding): AsideListener {
  return (kind, start, end) => {
    assertNoParts(bytes, start, end);
    if (kind === 'text' && !Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).includes('<<'))
      return;
    tellNames(bytes, { start, end, shortest: 1 }, (name) => {
      found.isActive ||= isActiveAside(name);
    });
  };
}
