import { expect, it } from 'vitest';
import { faultOfJpeg, faultOfPng } from './picture.ts';
import { tinyJpeg, tinyPng } from './testing/tiny-files.ts';

const without = (bytes: Uint8Array, count: number) => bytes.subarray(0, bytes.length - count);
const changed = (bytes: Uint8Array, at: number, value: number) => {
  const copy = Uint8Array.from(bytes);
  copy[at] = value;
  return copy;
};
const picture = tinyJpeg();
const at = (marker: number) =>
  picture.findIndex((byte, index) => byte === 0xff && picture[index + 1] === marker);

it.each([
  ['PNG', faultOfPng(tinyPng())],
  ['PNG as large as can be', faultOfPng(tinyPng(10_000, 10_000))],
  ['PNG with something behind it', faultOfPng(Uint8Array.from([...tinyPng(), 1, 2]))],
  ['JPEG', faultOfJpeg(tinyJpeg())],
  ['JPEG as large as can be', faultOfJpeg(tinyJpeg(10_000, 10_000))],
  [
    'JPEG with bytes that fill up',
    faultOfJpeg(Uint8Array.from([...picture.subarray(0, 2), 0xff, ...picture.subarray(2)])),
  ],
  ['JPEG with something behind it', faultOfJpeg(Uint8Array.from([...picture, 1, 2]))],
])('takes a %s', (_, fault) => {
  expect(fault).toBeNull();
});

it('refuses pictures that no program opens', () => {
  expect(faultOfPng(tinyPng(60_000, 60_000))).toBe('file-picture-too-large');
  expect(faultOfPng(tinyPng(10_001, 10_000))).toBe('file-picture-too-large');
  expect(faultOfJpeg(tinyJpeg(60_000, 60_000))).toBe('file-picture-too-large');
});

it.each([
  ['PNG of its first bytes', faultOfPng(tinyPng().subarray(0, 8))],
  ['PNG cut before its size', faultOfPng(tinyPng().subarray(0, 20))],
  ['PNG of a first part without a size', faultOfPng(changed(tinyPng().subarray(0, 20), 11, 0))],
  ['PNG without its end', faultOfPng(without(tinyPng(), 12))],
  ['PNG cut in the middle', faultOfPng(without(tinyPng(), 20))],
  ['PNG that begins with something else', faultOfPng(changed(tinyPng(), 12, 0x41))],
  [
    'PNG without a picture',
    faultOfPng(Uint8Array.from([...tinyPng().subarray(0, 33), ...tinyPng().subarray(-12)])),
  ],
  ['PNG of no width', faultOfPng(tinyPng(0, 5))],
  ['JPEG of its first bytes', faultOfJpeg(picture.subarray(0, 4))],
  ['JPEG without its end', faultOfJpeg(without(picture, 2))],
  ['JPEG cut in the middle', faultOfJpeg(picture.subarray(0, at(0xda) + 4))],
  ['JPEG with something else between its parts', faultOfJpeg(changed(picture, at(0xc0), 0))],
  ['JPEG cut in its size', faultOfJpeg(picture.subarray(0, at(0xc0) + 6))],
  ['JPEG of a part without a size', faultOfJpeg(Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 5, 8, 0, 1))],
  ['JPEG that does not say its size', faultOfJpeg(changed(picture, at(0xc0) + 1, 0xfe))],
  ['JPEG of no height', faultOfJpeg(tinyJpeg(5, 0))],
])('says that it is damaged: %s', (_, fault) => {
  expect(fault).toBe('file-damaged');
});
