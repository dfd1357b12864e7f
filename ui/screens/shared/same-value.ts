/** Equal as JSON: for selectors that build their answer anew each time. */
export const sameValue = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other);
