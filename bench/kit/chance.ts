/** Pseudorandom numbers, the same for the same seed. */
export type Chance = {
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number;
  oneOf<T>(choices: readonly T[]): T;
};

/** mulberry32: small, and good enough to choose moments and faults. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return { between, oneOf: (choices) => choices[between(0, choices.length - 1)]! };
}
