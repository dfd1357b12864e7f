import type { FeeFigures } from '#contract/shapes.ts';

const MAX_AMOUNTS = 4;

/** Returns a few amounts each, many by their lowest and highest; undefined for none. */
export function figuresOf(cents: readonly number[]): FeeFigures | undefined {
  const amounts = [...new Set(cents)].sort((one, two) => one - two);
  const [from, to] = [amounts[0], amounts.at(-1)];
  if (from === undefined || to === undefined) return undefined;
  return amounts.length <= MAX_AMOUNTS ? { kind: 'amounts', amounts } : { kind: 'range', from, to };
}

/** Whether a result is a fee: whole cents, from 0 up. */
export const isFee = (cents: unknown): cents is number =>
  typeof cents === 'number' && Number.isSafeInteger(cents) && cents >= 0;
