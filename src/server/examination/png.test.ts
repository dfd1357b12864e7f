import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Part } from './examined.ts';
import { examinePng } from './png.ts';
import { pngChunk, tinyPng } from './testing/tiny-files.ts';

const damaged = { fault: 'file-damaged' };
const tooLarge = { fault: 'file-picture-too-large' };
const plain = tinyPng();
/** Start of the picture, behind its header. */
const PICTURE_AT = 33;
const END_BYTES = 12;

const changed = (bytes: Uint8Array, at: number, value: number) => {
  const copy = Uint8Array.from(bytes);
  copy[at] = value;
  return copy;
};
const joined = (...pieces: Uint8Array[]) => Uint8Array.from(Buffer.concat(pieces));
const before = (...chunks: Uint8Array[]) => tinyPng(1, 1, { before: chunks });
const behind = (...chunks: Uint8Array[]) => tinyPng(1, 1, { behind: chunks });

/** The bytes that are kept of a picture. */
function keptOf(bytes: Uint8Array): Buffer {
  const examined = examinePng(bytes);
  if ('fault' in examined) throw new Error(examined.fault);
  return Buffer.concat(examined.kept.map(([start, end]: Part) => bytes.subarray(start, end)));
}

it('keeps a picture as it is', () => {
  expect(examinePng(plain)).toEqual({ kept: [[0, plain.length]] });
  const large = tinyPng(10_000, 10_000);
  expect(examinePng(large)).toEqual({ kept: [[0, large.length]] });
});

it('keeps nothing of what lies behind a picture', () => {
  const hidden = Buffer.from('PK\u0003\u0004<html><script>alert(1)</script>');
  expect(examinePng(joined(plain, hidden))).toEqual({ kept: [[0, plain.length]] });
  expect(examinePng(joined(plain, plain))).toEqual({ kept: [[0, plain.length]] });
});

const profile = (unpackedBytes: number) =>
  pngChunk('iCCP', Buffer.concat([Buffer.from('P3\0\0'), deflateSync(Buffer.alloc(unpackedBytes))]));

it('keeps what shows the picture, each chunk once', () => {
  const shown = ['sRGB', 'gAMA', 'cHRM', 'cICP', 'sBIT', 'bKGD', 'tRNS', 'pHYs', 'eXIf'].map((name) =>
    pngChunk(name, 'x'),
  );
  const palette = before(...shown, profile(1000), pngChunk('PLTE', 'abc'));
  expect(keptOf(palette).equals(palette)).toBe(true);
  const twice = before(pngChunk('gAMA', 'once'), pngChunk('gAMA', 'twice'));
  expect(keptOf(twice).equals(before(pngChunk('gAMA', 'once')))).toBe(true);
  const exif = behind(pngChunk('eXIf', 'x'));
  expect(keptOf(exif).equals(exif)).toBe(true);
});

it.each(['bKGD', 'cHRM', 'cICP', 'cLLI', 'gAMA', 'mDCV', 'pHYs', 'sBIT', 'sRGB', 'tRNS'])(
  'leaves out %s with more in it than it can say',
  (name) => {
    const chunk = pngChunk(name, `PK\u0003\u0004${'<html>'.repeat(50)}`);
    expect(keptOf(before(chunk)).equals(plain)).toBe(true);
  },
);

it.each(['tEXt', 'zTXt', 'iTXt', 'tIME', 'sPLT', 'hIST', 'iDOT', 'acTL', 'fcTL', 'fdAT', 'caBX', 'prVt'])(
  'leaves out %s, which nobody needs to see the picture',
  (name) => {
    expect(keptOf(before(pngChunk(name, 'x'))).equals(plain)).toBe(true);
    expect(keptOf(behind(pngChunk(name, 'x'))).equals(plain)).toBe(true);
  },
);

it('leaves out a colour profile that does not unpack to a size that profiles have', () => {
  const bomb = profile(5_000_000);
  expect(bomb.length).toBeLessThan(10_000);
  expect(keptOf(before(bomb)).equals(plain)).toBe(true);
  expect(keptOf(before(pngChunk('iCCP', 'P3\0\0no profile'))).equals(plain)).toBe(true);
  expect(keptOf(before(pngChunk('iCCP', 'P3'))).equals(plain)).toBe(true);
});

it('keeps few parts, however many chunks there are', () => {
  const many = Array.from({ length: 100_000 }, (_, at) => pngChunk(at % 2 ? 'gAMA' : 'tEXt'));
  const examined = examinePng(before(...many));
  expect('kept' in examined && examined.kept.length).toBe(3);
});

it('refuses pictures that no program opens', () => {
  expect(examinePng(tinyPng(60_000, 60_000))).toEqual(tooLarge);
  expect(examinePng(tinyPng(10_001, 10_000))).toEqual(tooLarge);
});

const header = plain.subarray(8, PICTURE_AT);
const picture = plain.subarray(PICTURE_AT, -END_BYTES);
it.each([
  ['of its first bytes', plain.subarray(0, 8)],
  ['cut before its size', plain.subarray(0, 20)],
  ['of a first part without a size', changed(plain.subarray(0, 20), 11, 0)],
  ['without its end', plain.subarray(0, -END_BYTES)],
  ['cut in the middle', plain.subarray(0, -20)],
  ['cut in the sum of its end', plain.subarray(0, -1)],
  ['that begins with something else', joined(plain.subarray(0, 8), pngChunk('tEXt'), plain.subarray(8))],
  ['without a header', joined(plain.subarray(0, 8), plain.subarray(PICTURE_AT))],
  ['with a header that is too long', joined(plain.subarray(0, 8), pngChunk('IHDR', 'x'.repeat(14)))],
  ['without a picture', joined(plain.subarray(0, PICTURE_AT), plain.subarray(-END_BYTES))],
  ['of no width', tinyPng(0, 5)],
  ['with a second header', before(header)],
  ['with a second header behind it', behind(header)],
  ['with two palettes', before(pngChunk('PLTE', 'abc'), pngChunk('PLTE', 'abc'))],
  ['with a palette behind it', behind(pngChunk('PLTE', 'abc'))],
  ['in two places', behind(pngChunk('tEXt', 'x'), picture)],
  ['with bytes in its end', joined(plain.subarray(0, -END_BYTES), pngChunk('IEND', 'x'))],
  ['with a chunk that programs must know and do not', before(pngChunk('CgBI', 'x'))],
  ['with a name of other characters', before(pngChunk('te<t', 'x'))],
  ['with a name of other letters', before(pngChunk('te\u00e4t', 'x'))],
  ['with a wrong sum', changed(plain, plain.length - END_BYTES - 1, 0)],
  ['with a wrong sum of what is left out', before(changed(pngChunk('tEXt', 'x'), 8, 0x41))],
])('says that a PNG is damaged: %s', (_, bytes) => {
  expect(examinePng(bytes)).toEqual(damaged);
});
