import type { Json, OwnText } from '../../form/convert/conversion.ts';
import type { Count, Writing } from './writing.ts';

/**
 * Checks the number of chosen options or files by JSONLogic, as Form.io has no rule for it here. None at all passes:
 * `required` asks for one.
 * @param counted JSONLogic of the number; @param all how many there can be
 */
export function countRule(
  counted: Json,
  { min, max }: Count,
  all: number,
  words: { fewest(count: number): OwnText; most(count: number): OwnText },
  writing: Writing,
): Json {
  const broken: unknown[] = [];
  if (min > 1) broken.push({ '<': [counted, min] }, writing.own(words.fewest(min)));
  if (max !== null && max < all) broken.push({ '>': [counted, max] }, writing.own(words.most(max)));
  return broken.length === 0 ? {} : { json: { if: [{ '==': [counted, 0] }, true, ...broken, true] } };
}
