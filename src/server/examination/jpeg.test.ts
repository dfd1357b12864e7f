import { expect, it } from 'vitest';
import { examineJpeg } from './jpeg.ts';
import { jpegSegment, tinyJpeg } from './testing/tiny-files.ts';

const damaged = { fault: 'file-damaged' };
const tooLarge = { fault: 'file-picture-too-large' };
const kept = (end: number) => ({ kept: [[0, end]] });

const joined = (...pieces: Uint8Array[]) => Uint8Array.from(Buffer.concat(pieces));
const changed = (bytes: Uint8Array, at: number, value: number) => {
  const copy = Uint8Array.from(bytes);
  copy[at] = value;
  return copy;
};
const plain = tinyJpeg();
const at = (marker: number) => plain.findIndex((byte, index) => byte === 0xff && plain[index + 1] === marker);

const start = Buffer.of(0xff, 0xd8);
const end = Buffer.of(0xff, 0xd9);
const frame = (marker = 0xc0) => jpegSegment(marker, Buffer.of(8, 0, 1, 0, 1, 1, 1, 0x11, 0));
const scan = (...bytes: number[]) =>
  joined(jpegSegment(0xda, Buffer.of(1, 1, 0, 0, 0x3f, 0)), Buffer.from(bytes));
const tables = jpegSegment(0xc4, 'codes');

it.each([
  ['as it is', plain],
  ['as large as can be', tinyJpeg(10_000, 10_000)],
  ['with bytes that fill up', joined(plain.subarray(0, 2), Buffer.of(0xff), plain.subarray(2))],
  ['in several scans with tables between them', joined(start, frame(0xc2), scan(1), tables, scan(2), end)],
  ['with starts anew in its scan', joined(start, frame(), scan(1, 0xff, 0xd0, 2, 0xff, 0xd7, 3), end)],
  ['with stuffed bytes in its scan', joined(start, frame(), scan(1, 0xff, 0, 0xd9, 0xff, 0xff, 0, 2), end)],
  ['with bytes that fill up before its end', joined(start, frame(), scan(1, 0xff, 0xff), end)],
  ['with an empty scan', joined(start, frame(), scan(), end)],
  // A thumbnail is a whole picture in a segment: its end is not that of the file.
  ['with a thumbnail', joined(start, jpegSegment(0xe1, plain), frame(), scan(1), end)],
  ['with a remark between its scans', joined(start, frame(), scan(1), jpegSegment(0xfe, end), scan(2), end)],
])('keeps a JPEG %s, and nothing of what lies behind it', (_, bytes) => {
  expect(examineJpeg(bytes)).toEqual(kept(bytes.length));
  for (const hidden of [Buffer.from('PK\u0003\u0004'), plain, end, Buffer.of(0), Buffer.of(0xff)])
    expect(examineJpeg(joined(bytes, hidden))).toEqual(kept(bytes.length));
});

it('refuses pictures that no program opens', () => {
  expect(examineJpeg(tinyJpeg(60_000, 60_000))).toEqual(tooLarge);
});

it.each([
  ['of its first bytes', plain.subarray(0, 4)],
  ['without its end', plain.subarray(0, -2)],
  ['of half an end', plain.subarray(0, -1)],
  ['cut in the middle', plain.subarray(0, at(0xda) + 4)],
  ['whose only end is that of a thumbnail', joined(start, jpegSegment(0xe1, plain), frame(), scan(1))],
  ['whose only end is in a remark', joined(start, frame(), scan(1), jpegSegment(0xfe, end))],
  ['with something else between its parts', changed(plain, at(0xc0), 0)],
  [
    'with something else behind its tables',
    joined(start, frame(), scan(1), tables, Buffer.of(1), scan(2), end),
  ],
  ['cut in its size', plain.subarray(0, at(0xc0) + 6)],
  ['of a part without a size', Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 5, 8, 0, 1)],
  ['of a part shorter than its length', joined(start, frame(), Buffer.of(0xff, 0xda, 0, 1, 1), end)],
  ['that does not say its size', changed(plain, at(0xc0) + 1, 0xfe)],
  ['of no height', tinyJpeg(5, 0)],
  ['without a scan', joined(start, frame(), end)],
  ['with a scan before its size', joined(start, scan(1), frame(), end)],
  ['of two frames', joined(start, frame(), frame(), scan(1), end)],
  ['with another frame behind its scan', joined(start, frame(), scan(1), frame(0xc2), scan(2), end)],
  ['with another picture before its end', joined(start, frame(), scan(1), plain)],
  ['that begins twice', joined(start, start, Buffer.of(0, 2), frame(), scan(1), end)],
  ['with a stuffed byte between its parts', joined(start, Buffer.of(0xff, 0, 0, 2), frame(), scan(1), end)],
  ['with a start anew before its scan', joined(start, Buffer.of(0xff, 0xd0, 0, 2), frame(), scan(1), end)],
  ['with a marker that means nothing', joined(start, jpegSegment(0xbf), frame(), scan(1), end)],
  ['with a marker that has no length', joined(start, Buffer.of(0xff, 1, 0, 2), frame(), scan(1), end)],
])('says that a JPEG is damaged: %s', (_, bytes) => {
  expect(examineJpeg(bytes)).toEqual(damaged);
});
