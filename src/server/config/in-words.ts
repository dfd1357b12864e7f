import * as z from 'zod';

/**
 * Returns what a variable should have been, for operators; the library's own messages are for programmers. A kind that has
 * a message of its own keeps it.
 */
export const inWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_value':
      return `${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')} is expected, spelt like this`;
    case 'too_small':
      return issue.origin === 'string'
        ? `at least ${issue.minimum} characters are expected`
        : `${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum} is expected`;
    case 'too_big':
      return `at most ${issue.maximum} ${issue.origin === 'string' ? 'characters are' : 'is'} expected`;
    case 'invalid_type':
      return `${TYPES[issue.expected] ?? 'another kind of value'} is expected`;
    case 'invalid_format':
      return FORMATS[issue.format];
    default:
      return undefined;
  }
};

const FORMATS: Readonly<Record<string, string>> = {
  url: 'an address such as https://host is expected',
  uuid: 'an id such as 7a2c2d3c-6f1f-4f0b-9d5e-0a8a4f3c1b2d (UUID) is expected',
  date: 'a day such as 2027-06-30 is expected',
};

const TYPES: Readonly<Record<string, string>> = { array: 'a list', number: 'a number', string: 'a text' };

const WHOLE = /^-?\d+$/;
const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * Returns why a text is no number for a kind of numbers; null for one, and for other kinds. JavaScript would take "0x10",
 * "1e9" and " ", and 20.000 for twenty.
 */
export function noNumber(kind: z.ZodType, value: string): string | null {
  const inner = kind instanceof z.ZodDefault || kind instanceof z.ZodOptional ? kind.unwrap() : kind;
  if (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional) return noNumber(inner, value);
  if (!(inner instanceof z.ZodNumber)) return null;
  if (inner.isInt)
    return WHOLE.test(value) ? null : 'a whole number such as 30 is expected: digits alone, without a unit';
  return DECIMAL.test(value)
    ? null
    : 'a number such as 30 or 1.5 is expected: without a unit, with a point and no comma';
}
