import type { FormData, FormValue } from '#forms/types.ts';
import { saysTheSame } from './saving.equal.ts';

type Value = FormValue | undefined;

/**
 * Puts together what two pages of one window have made of the same data, value by value: each keeps what it alone has
 * changed. Of a value that both have changed, the later page decides, because the person has typed it last.
 */
export const joined = (before: FormData, earlier: FormData, later: FormData): FormData =>
  joinedParts(before, earlier, later);

function joinedValue(before: Value, earlier: Value, later: Value): Value {
  if (saysTheSame(later, before)) return earlier;
  if (saysTheSame(earlier, before)) return later;
  if (isGroup(earlier) && isGroup(later)) return joinedParts(isGroup(before) ? before : {}, earlier, later);
  return later;
}

function joinedParts(before: FormData, earlier: FormData, later: FormData): FormData {
  const keys = [...new Set([...Object.keys(earlier), ...Object.keys(later)])];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = joinedValue(before[key], earlier[key], later[key]);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

const isGroup = (value: Value): value is FormData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
