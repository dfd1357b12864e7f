import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareMoves, nearestPath } from './compare-moves.ts';

it('pairs what both did, and shows what only one did in its place', () => {
  expect(compareMoves(['a', 'b', 'd'], ['a', 'c', 'd', 'e'])).toEqual([
    { here: 'a', there: 'a' },
    { here: 'b', there: null },
    { here: null, there: 'c' },
    { here: 'd', there: 'd' },
    { here: null, there: 'e' },
  ]);
});

it('loses no move of either, and finds no difference between equal ones', () => {
  const moves = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
  fc.assert(
    fc.property(moves, moves, (here, there) => {
      const compared = compareMoves(here, there);
      expect(compared.flatMap((one) => one.here ?? [])).toEqual(here);
      expect(compared.flatMap((one) => one.there ?? [])).toEqual(there);
      expect(compared.every((one) => one.here === null || one.there === null || one.here === one.there)).toBe(
        true,
      );
      expect(compareMoves(here, here).every((one) => one.here === one.there)).toBe(true);
    }),
  );
});

it('finds the path that differs least, the first of equals, and none among none', () => {
  const paths = [
    { id: 'far', arrows: ['x', 'y'] },
    { id: 'near', arrows: ['a', 'b', 'd'] },
    { id: 'as near', arrows: ['a', 'b', 'e'] },
  ];
  expect(nearestPath(['a', 'b', 'c'], paths)?.id).toBe('near');
  expect(nearestPath(['x', 'y'], paths)?.id).toBe('far');
  expect(nearestPath(['a'], [])).toBeUndefined();
});
