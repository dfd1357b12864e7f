import { constants, inflateSync } from 'node:zlib';
import type { FileFault } from './faults.ts';
import { tellNames } from './pdf-names.ts';

/** Names of what a PDF does automatically or contains: programs, forms with a program, files inside the file. */
const ACTIVE = new Set([
  'JavaScript',
  'JS',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'Rendition',
  'XFA',
]);
/** Unusual ways to pack objects; objects packed like this are not inspected. */
const STRANGE = new Set([
  'ASCIIHexDecode',
  'AHx',
  'ASCII85Decode',
  'A85',
  'LZWDecode',
  'LZW',
  'RunLengthDecode',
  'RL',
  'Crypt',
  'Predictor',
]);
/** Shorter names occur by chance in packed bytes. */
const SHORTEST_IN_STREAM = 6;
/** Where a reader looks for the end. */
const TAIL_BYTES = 1024;
/** Limit for the unpacked size of all objects together. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

/**
 * Checks a PDF as readers do: it has an end, a root and a page, is not locked, and does nothing automatically. Unpacks
 * objects that are packed together; refuses what cannot be inspected.
 */
export function faultOfPdf(bytes: Uint8Array): FileFault | null {
  const tail = Buffer.from(bytes.subarray(-TAIL_BYTES)).toString('latin1');
  if (!tail.includes('%%EOF') || !tail.includes('startxref')) return 'file-damaged';

  const names = new Set<string>();
  let ofObject = new Set<string>();
  let unpacked = 0;
  let isReadable = true;

  const note = (name: string, inStream: boolean): void => {
    if (inStream && name.length < SHORTEST_IN_STREAM) return;
    names.add(name);
    if (!inStream) ofObject.add(name);
  };
  const unpack = (start: number): void => {
    const isPacked = ofObject.has('First') && ofObject.has('N');
    if (!isPacked || !isReadable) return;
    const objects = [...ofObject].some((name) => STRANGE.has(name))
      ? null
      : inflated(bytes.subarray(start), MAX_UNPACKED_BYTES - unpacked);
    isReadable = objects !== null;
    if (objects === null) return;
    unpacked += objects.length;
    tellNames(objects, { onName: (name) => names.add(name), onObject: () => {}, onStream: () => {} });
  };
  tellNames(bytes, {
    onName: note,
    onObject: () => {
      ofObject = new Set();
    },
    onStream: unpack,
  });

  if (names.has('Encrypt')) return 'file-protected';
  if ([...ACTIVE].some((name) => names.has(name))) return 'file-active';
  return isReadable && names.has('Root') && names.has('Page') ? null : 'file-damaged';
}

/** Null when it cannot be unpacked, or not within this many bytes. A truncated end is read as far as possible. */
function inflated(packed: Uint8Array, mostBytes: number): Uint8Array | null {
  try {
    return inflateSync(packed, {
      maxOutputLength: Math.max(1, mostBytes),
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch {
    return null;
  }
}
