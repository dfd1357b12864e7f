/**
 * The first name that was probably meant: one letter more, less or different, or two swapped.
 * @param word a word that is no name
 */
export const meantName = (word: string, names: Iterable<string>): string | undefined =>
  [...names].find((name) => isMistyped(word.toLowerCase(), name.toLowerCase()));

function isMistyped(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length < 4 || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  const restOfShort = short.slice(start);
  const restOfLong = long.slice(start);
  if (short.length < long.length) return restOfShort === restOfLong.slice(1);
  const [first = '', second = ''] = restOfLong;
  return restOfShort.slice(1) === restOfLong.slice(1) || restOfShort === second + first + restOfLong.slice(2);
}
