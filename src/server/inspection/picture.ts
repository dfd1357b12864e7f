import type { FileFault } from './faults.ts';

/** Pixels of a picture: more than any scanner or camera makes of a sheet of paper, and what programs can open. */
export const MAX_PIXELS = 100_000_000;

/** Checks a PNG without unpacking it: complete from the first to the last part, and of a size that can be opened. */
export function faultOfPng(bytes: Uint8Array): FileFault | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let hasPicture = false;
  let size: { width: number; height: number } | null = null;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const end = at + 12 + length;
    if (end > bytes.length) return 'file-damaged';
    if (size === null) {
      if (name !== 'IHDR' || length !== 13) return 'file-damaged';
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
      const fault = faultOfSize(size);
      if (fault) return fault;
    }
    hasPicture ||= name === 'IDAT';
    if (name === 'IEND') return hasPicture ? null : 'file-damaged';
    at = end;
  }
  return 'file-damaged';
}

/** Checks a JPEG without unpacking it: its parts up to the picture, its size, and that the picture has an end. */
export function faultOfJpeg(bytes: Uint8Array): FileFault | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size: { width: number; height: number } | null = null;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return 'file-damaged';
    const marker = bytes[at + 1]!;
    // Fill bytes before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    const end = at + 2 + length;
    if (end > bytes.length) return 'file-damaged';
    if (isFrame(marker)) {
      if (length < 8) return 'file-damaged';
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
      const fault = faultOfSize(size);
      if (fault) return fault;
    }
    if (marker === START_OF_SCAN) {
      const hasEnd = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(END_OF_IMAGE, end);
      return size !== null && hasEnd ? null : 'file-damaged';
    }
    at = end;
  }
  return 'file-damaged';
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = Buffer.of(0xff, 0xd9);
/** SOF0 to SOF15 contain the size of the picture; three markers between them do not. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function faultOfSize({ width, height }: { width: number; height: number }): FileFault | null {
  if (width === 0 || height === 0) return 'file-damaged';
  return width * height > MAX_PIXELS ? 'file-picture-too-large' : null;
}
