import { expect, it } from 'vitest';
import { assertStorable } from './storable-data.ts';

/** Returns a value inside so many lists. */
const nested = (depth: number, inside: unknown = 'x'): unknown =>
  depth === 0 ? inside : [nested(depth - 1, inside)];
const storing = (value: unknown) => () => assertStorable({ value } as never);

it('data may be stored as it is, spaces and letters of all languages included', () => {
  const data = { name: ' Zoë 🌊 ', rows: [{ a: null, b: 1, c: true }] };
  expect(() => assertStorable(data as never)).not.toThrow();
});

it.each([
  ['with the character U+0000', 'a\0b', 'characters'],
  ['with half of a surrogate pair', 'a\ud83c', 'characters'],
  ['with such a character in a list', [{ a: 'a\0b' }], 'characters'],
])('data %s is refused', (_what, value, reason) => {
  expect(storing(value)).toThrow(
    expect.objectContaining({
      code: 'input-invalid',
      details: { fields: [{ name: 'data', reason: expect.stringContaining(reason) }] },
    }),
  );
});

it('the name of a field is read like its value', () => {
  expect(() => assertStorable({ 'a\0b': 1 } as never)).toThrow('input-invalid');
});

it('data is as deep as 12 levels, and no deeper', () => {
  expect(storing(nested(11))).not.toThrow();
  expect(storing(nested(11, 7))).not.toThrow();
  expect(storing(nested(12))).toThrow(
    expect.objectContaining({ details: { fields: [{ name: 'data', reason: 'too deep' }] } }),
  );
});

it('data is as large as 512 KiB of UTF-8, and no larger', () => {
  // {"value":"…"} has 12 bytes around the value.
  const fitting = 512 * 1024 - 12;
  expect(storing('a'.repeat(fitting))).not.toThrow();
  expect(storing('a'.repeat(fitting + 1))).toThrow(
    expect.objectContaining({ details: { fields: [{ name: 'data', reason: 'too large' }] } }),
  );
  expect(storing('ä'.repeat(fitting / 2 + 1))).toThrow('input-invalid');
});
