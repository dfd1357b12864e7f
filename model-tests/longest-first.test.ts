import { expect, it } from 'vitest';
import { dealt } from './longest-first.ts';

it('deals every thing to one hand, and about the same weight to each', () => {
  const weights = [9, 8, 7, 3, 2, 2, 1];
  const hands = dealt(weights, (it) => it, 2);
  expect(hands.flat().toSorted()).toEqual(weights.toSorted());
  const sums = hands.map((hand) => hand.reduce((sum, it) => sum + it, 0));
  expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(2);
});

it('deals the same way each time, so that shards fit together', () => {
  const files = ['a', 'b', 'c', 'd', 'e'];
  const deal = () => dealt(files, () => 10, 3);
  expect(deal()).toEqual(deal());
  expect(deal().map((hand) => hand.length)).toEqual([2, 2, 1]);
});
