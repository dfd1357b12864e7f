import { constants, inflateSync } from 'node:zlib';
import type { PdfStream } from './file.ts';
import { PdfDict, PdfName, type PdfValue, Unreadable, wholeNumber } from './values.ts';

/** Limit for the unpacked size of all examined streams together. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
/** Limit of streams with objects in them; programs pack a hundred objects or more in each. */
const MOST_STREAMS = 5000;

/** Remaining allowance for unpacking a file. */
export type Room = { bytes: number; streams: number };

export const roomOfFile = (): Room => ({ bytes: MAX_UNPACKED_BYTES, streams: MOST_STREAMS });

/** Keys with which some readers unpack in another way, or take the bytes from another file. */
const STRANGE = ['F', 'FFilter', 'FDecodeParms', 'DP'];

/**
 * Returns the bytes of a stream that contains objects or places: unpacked, or packed in the one way that programs
 * use.
 * @param mayPredict whether the rows of a table may be stored as differences
 * @throws Unreadable when it is packed in another way, or unpacks to too much
 */
export function unpack(
  bytes: Uint8Array,
  { dict, start, end }: PdfStream,
  room: Room,
  mayPredict: boolean,
): Uint8Array {
  room.streams -= 1;
  if (room.streams < 0 || STRANGE.some((key) => dict.has(key))) throw new Unreadable('packed in another way');
  const packed = bytes.subarray(start, end);
  const columns = columnsOf(single(dict.only('DecodeParms')), mayPredict);
  const filter = single(dict.only('Filter'));
  if (filter === undefined || filter === null) {
    if (columns !== null) throw new Unreadable('packed in another way');
    return packed;
  }
  if (!(filter instanceof PdfName) || !['FlateDecode', 'Fl'].includes(filter.text)) {
    throw new Unreadable('packed in another way');
  }
  const unpacked = inflated(packed, room.bytes);
  room.bytes -= unpacked.length;
  return columns === null ? unpacked : unpredicted(unpacked, columns);
}

/** Returns the only filter, which may be in a list. */
const single = (value: PdfValue | undefined): PdfValue | undefined =>
  Array.isArray(value) && value.length <= 1 ? value[0] : value;

/** Returns the bytes of a row that is stored as differences; null when none is. */
function columnsOf(parameters: PdfValue | undefined, mayPredict: boolean): number | null {
  if (parameters === undefined || parameters === null) return null;
  if (!(parameters instanceof PdfDict)) throw new Unreadable('packed in another way');
  const predictor = wholeNumber(parameters.only('Predictor') ?? NO_PREDICTOR);
  if (predictor === NO_PREDICTOR) return null;
  const isPlain =
    mayPredict &&
    predictor >= PNG_PREDICTOR &&
    wholeNumber(parameters.only('Colors') ?? 1) === 1 &&
    wholeNumber(parameters.only('BitsPerComponent') ?? 8) === 8;
  if (!isPlain) throw new Unreadable('packed in another way');
  return wholeNumber(parameters.only('Columns') ?? 1);
}

const NO_PREDICTOR = 1;
/** From this number on, each row begins with a byte for its method (PNG, chapter 9). */
const PNG_PREDICTOR = 10;

/** Restores rows of one byte per column, with the methods that programs use for tables: as it is, left, above. */
function unpredicted(bytes: Uint8Array, columns: number): Uint8Array {
  if (columns === 0) throw new Unreadable('rows without columns');
  const rows = Math.floor(bytes.length / (columns + 1));
  const result = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const from = row * (columns + 1);
    const to = row * columns;
    const way = bytes[from]!;
    if (way > 2) throw new Unreadable('packed in another way');
    for (let column = 0; column < columns; column += 1) {
      const left = way === 1 && column > 0 ? result[to + column - 1]! : 0;
      const above = way === 2 && row > 0 ? result[to + column - columns]! : 0;
      result[to + column] = bytes[from + 1 + column]! + left + above;
    }
  }
  return result;
}

/** Unpacks a truncated stream as far as possible, as readers do. */
function inflated(packed: Uint8Array, mostBytes: number): Uint8Array {
  try {
    return inflateSync(packed, {
      maxOutputLength: Math.max(1, mostBytes),
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch {
    throw new Unreadable('cannot be unpacked');
  }
}
