import { patternFault } from '#forms/schema/pattern-fault.ts';
import type { Json } from '../../form/convert/conversion.ts';
import type { FimField, FimPath } from '../model.ts';
import type { Writing } from './writing.ts';

/*
 * Limits of a field as a form has them. Those that a form cannot have are left out and reported: the schema of the data
 * still has them, so an answer beyond them is not sent.
 */

/** Lengths and pattern of a text. One letter at least is what "required" asks for. */
export function textLimits(field: FimField, path: FimPath, writing: Writing): Json {
  const { minLength = 0, maxLength, pattern } = field.limits;
  return present({
    minLength: minLength > 1 ? minLength : undefined,
    maxLength,
    pattern: pattern === undefined ? undefined : patternOf(pattern, maxLength, field, path, writing),
  });
}

/** Patterns of FIM are of the whole text, as those of a form; alternatives need parentheses here. */
function patternOf(
  pattern: string,
  maxLength: number | undefined,
  { label }: FimField,
  path: FimPath,
  writing: Writing,
): string | undefined {
  const closed = pattern.includes('|') ? `(${pattern})` : pattern;
  const fault = patternFault(closed, maxLength);
  if (fault === null) return closed;
  writing.note('pattern', path, label, `${pattern}: ${fault}`);
  return undefined;
}

/** Least and most of a number. */
export function numberLimits(field: FimField, path: FimPath, writing: Writing): Json {
  const number = (text: string) => (Number.isFinite(Number(text)) ? Number(text) : undefined);
  const validate = valuesOf(field, path, writing, number);
  return Object.keys(validate).length > 0
    ? { validate: present({ min: validate.least, max: validate.most }) }
    : {};
}

/** First and last day of a date. */
export function dayLimits(field: FimField, path: FimPath, writing: Writing): Json {
  const day = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);
  const { least, most } = valuesOf(field, path, writing, day);
  return present({ minDate: least, maxDate: most });
}

function valuesOf<T>(
  { limits, label }: FimField,
  path: FimPath,
  writing: Writing,
  read: (text: string) => T | undefined,
): { least?: T; most?: T } {
  const value = (name: 'minValue' | 'maxValue') => {
    const text = (limits[name] ?? '').trim();
    const found = text === '' ? undefined : read(text);
    if (text !== '' && found === undefined) writing.note('limit', path, label, `${name} ${text}`);
    return found;
  };
  return present({ least: value('minValue'), most: value('maxValue') });
}

const present = <T extends object>(json: T): T =>
  Object.fromEntries(Object.entries(json).filter(([, value]) => value !== undefined)) as T;
