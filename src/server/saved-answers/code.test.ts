import { expect, it } from 'vitest';
import { newCode, plainCode } from './code.ts';

it('has 60 bits, in signs that nobody mistakes for another', () => {
  const codes = Array.from({ length: 2_000 }, newCode);
  for (const code of codes)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
});

it.each([
  ['K7QM-3XWD-9PTA', 'K7QM3XWD9PTA'],
  [' k7qm 3xwd 9pta ', 'K7QM3XWD9PTA'],
  ['O0-iIlL–1', '0011111'],
  ['', ''],
])('%s is the code %s, however it is typed', (typed, plain) => expect(plainCode(typed)).toBe(plain));
