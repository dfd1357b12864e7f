import { damaged, type Examined } from './examined.ts';
import { faultOfSize } from './picture.ts';

const MARKER = 0xff;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/** Whether SOF0 to SOF15 begins a frame, which has the size of the picture; three markers between them do not. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Whether a marker is RST0 to RST7, which helps a reader to find its way back into a scan. */
const isRestart = (marker: number | undefined): boolean =>
  marker !== undefined && marker >= 0xd0 && marker <= 0xd7;
/** Whether a byte is no marker, or one without meaning or length. None of these is between the parts of one picture. */
const isStray = (marker: number): boolean => marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8);

/**
 * Examines a JPEG without unpacking it: one frame, of a size that can be opened, and its scans up to the picture's
 * own end; those of a thumbnail are inside a part. Bytes behind the end are dropped: telephones put a second picture,
 * a film or notes of their own there, others anything.
 */
export function examineJpeg(bytes: Uint8Array): Examined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let hasFrame = false;
  let hasScan = false;
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== MARKER) return damaged;
    const marker = bytes[at + 1]!;
    // Fill bytes before a marker.
    if (marker === MARKER) {
      at += 1;
      continue;
    }
    if (marker === END_OF_IMAGE) return hasScan ? { kept: [[0, at + 2]] } : damaged;
    if (isStray(marker) || at + 4 > bytes.length) return damaged;
    const length = view.getUint16(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) return damaged;
    if (isFrame(marker)) {
      if (hasFrame || length < 8) return damaged;
      hasFrame = true;
      const fault = faultOfSize({ height: view.getUint16(at + 5), width: view.getUint16(at + 7) });
      if (fault) return { fault };
    }
    at = end;
    if (marker === START_OF_SCAN) {
      if (!hasFrame) return damaged;
      hasScan = true;
      at = endOfScan(bytes, end);
    }
  }
  return damaged;
}

/** Returns the place of the next marker: in a scan 0xff is written as 0xff 0x00. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = start; ; ) {
    at = bytes.indexOf(MARKER, at);
    if (at < 0) return bytes.length;
    const next = bytes[at + 1];
    if (next === 0 || isRestart(next)) at += 2;
    else if (next === MARKER) at += 1;
    else return at;
  }
}
