import { crc32, inflateSync } from 'node:zlib';
import { damaged, type Examined, type Part } from './examined.ts';
import { faultOfSize } from './picture.ts';

const SIGNATURE_BYTES = 8;
/** Length and name, which stand before the content of a chunk. */
const HEAD_BYTES = 8;
const SUM_BYTES = 4;
const HEADER_BYTES = 13;
const NAME = /^[A-Za-z]{4}$/;

/** Chunks that every picture needs; a program that meets another chunk of capital initial must give up. */
const critical: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
/**
 * Chunks for its look, with the most bytes that each needs: colours, transparency, proportions, orientation (in
 * `eXIf`). A larger chunk is something else.
 */
const looks: ReadonlyMap<string, number> = new Map([
  ['bKGD', 6],
  ['cHRM', 32],
  ['cICP', 4],
  ['cLLI', 8],
  ['eXIf', Number.POSITIVE_INFINITY],
  ['gAMA', 4],
  ['iCCP', Number.POSITIVE_INFINITY],
  ['mDCV', 24],
  ['pHYs', 9],
  ['sBIT', 4],
  ['sRGB', 1],
  ['tRNS', 256],
]);

/** Colour profiles have a few kilobytes, those of printers up to two megabytes. */
const MOST_PROFILE_BYTES = 4 * 1024 * 1024;

type Chunk = { name: string; content: Uint8Array; end: number };

/**
 * Examines a PNG without unpacking its picture: complete, its chunks in an order in which all programs see one
 * picture, and of a size that can be opened. Only the chunks that show the picture are kept: others can hold
 * anything, packed a thousand times smaller than its unpacked size.
 */
export function examinePng(bytes: Uint8Array): Examined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const seen = new Set<string>();
  const kept: Part[] = [];
  let keptFrom = 0;
  let last = '';
  for (let at = SIGNATURE_BYTES; ; ) {
    const chunk = chunkAt(view, bytes, at);
    if (!chunk || isMisplaced(chunk, seen, last)) return damaged;
    const { name, content, end } = chunk;
    if (name === 'IHDR') {
      const fault = faultOfSize({ width: view.getUint32(at + 8), height: view.getUint32(at + 12) });
      if (fault) return { fault };
    }
    if (name === 'IEND') return content.length === 0 ? { kept: [...kept, [keptFrom, end]] } : damaged;
    if (critical.has(name) || (isShown(chunk) && !seen.has(name))) seen.add(name);
    else {
      if (keptFrom < at) kept.push([keptFrom, at]);
      keptFrom = end;
    }
    last = name;
    at = end;
  }
}

/** Returns the chunk at a place; null when there is none, or it was changed. */
function chunkAt(view: DataView, bytes: Uint8Array, at: number): Chunk | null {
  const contentAt = at + HEAD_BYTES;
  if (contentAt + SUM_BYTES > bytes.length) return null;
  const sumAt = contentAt + view.getUint32(at);
  const end = sumAt + SUM_BYTES;
  if (end > bytes.length) return null;
  const name = String.fromCharCode(...bytes.subarray(at + 4, contentAt));
  if (!NAME.test(name)) return null;
  if (crc32(bytes.subarray(at + 4, sumAt)) !== view.getUint32(sumAt)) return null;
  return { name, content: bytes.subarray(contentAt, sumAt), end };
}

/** Whether programs may differ about a chunk after these. */
function isMisplaced({ name, content }: Chunk, seen: ReadonlySet<string>, last: string): boolean {
  if (name === 'IHDR') return seen.size > 0 || content.length !== HEADER_BYTES;
  if (seen.size === 0) return true;
  if (name === 'PLTE') return seen.has('PLTE') || seen.has('IDAT');
  if (name === 'IDAT') return seen.has('IDAT') && last !== 'IDAT';
  if (name === 'IEND') return !seen.has('IDAT');
  return name < 'a';
}

const isShown = ({ name, content }: Chunk): boolean =>
  content.length <= (looks.get(name) ?? -1) && (name !== 'iCCP' || isProfile(content));

/**
 * Whether a packed profile has a plausible size. It consists of its name, a zero, its way of packing, and the
 * profile.
 */
function isProfile(content: Uint8Array): boolean {
  try {
    inflateSync(content.subarray(content.indexOf(0) + 2), { maxOutputLength: MOST_PROFILE_BYTES });
    return true;
  } catch {
    return false;
  }
}
