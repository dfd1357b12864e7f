import { constants, inflateSync } from 'node:zlib';
import type { FileFault } from './faults.ts';
import { tellNames } from './pdf-names.ts';

/** Names of what a PDF does by itself or carries along: programs, forms with a program, files inside the file. */
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
/** Of the ways to pack objects those that nobody uses; what is packed so is not looked into. */
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
/** Shorter names come about by chance in packed bytes. */
const SHORTEST_IN_STREAM = 6;
/** Where a reader looks for the end. */
const TAIL_BYTES = 1024;
/** What objects may unpack to, all together. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

/**
 * Looks at a PDF as readers do: it has an end, a root and a page, no lock, and nothing that does something by itself.
 * Objects that are packed together are unpacked; what cannot be looked into is refused.
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

/** Null when it cannot be unpacked, or not within so many bytes. A cut end is read as far as it goes. */
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
