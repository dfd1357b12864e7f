import { expect, it } from 'vitest';
import { isPreparable, offeredTypes } from './pictures.ts';

const ALL = 'application/pdf,image/jpeg,image/png';

it.each([
  ['a.jpg', 'image/jpeg', ALL, true],
  ['a.heic', '', ALL, true],
  ['a.HEIF', 'image/heif', ALL, true],
  ['a.webp', 'image/webp', ALL, true],
  ['a.svg', 'image/svg+xml', ALL, false],
  ['a.pdf', 'application/pdf', ALL, false],
  ['a', '', ALL, false],
  ['a.jpg', 'image/jpeg', 'application/pdf', false],
  ['a.png', 'image/png', 'image/png', true],
  ['a.jpg', 'image/jpeg', 'image/png', false],
])('%s of the type “%s” in a field that takes %s: %s', (name, type, filePattern, looked) => {
  expect(isPreparable({ filePattern, fileMaxSize: '1MB' }, { name, type, size: 1 })).toBe(looked);
});

it.each([
  [0, false],
  [100 * 1024 * 1024, true],
  [100 * 1024 * 1024 + 1, false],
])('a picture of %i bytes is looked at: %s', (size, looked) => {
  const file = { name: 'a.jpg', type: 'image/jpeg', size };
  expect(isPreparable({ filePattern: ALL, fileMaxSize: '1MB' }, file)).toBe(looked);
});

it('photos of telephones can be chosen where they can become a JPEG', () => {
  expect(offeredTypes(ALL)).toBe(`${ALL},image/heic,image/heif,.heic,.heif`);
  expect(offeredTypes('application/pdf')).toBe('application/pdf');
});
