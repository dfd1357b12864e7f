import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

test.each([
  ['hund', 'hund', 0],
  ['hudn', 'hund', 1],
  ['hun', 'hund', 1],
  ['hhund', 'hund', 1],
  ['personalauswies', 'personalausweis', 1],
  ['pass', 'hund', 4],
  ['', 'hund', 4],
])('from %s to %s are %i mistakes', (one, other, mistakes) => {
  expect(editDistance(one, other, 4)).toBe(mistakes);
  expect(editDistance(other, one, 4)).toBe(mistakes);
});

test.each([
  ['pass', 'hund'],
  ['', 'hund'],
])('from %s to %s are more than the limit', (one, other) => {
  expect(editDistance(one, other, 2)).toBe(3);
});
