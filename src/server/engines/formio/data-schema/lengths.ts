import { rulesOf } from '#forms/components.ts';
import { textCheckOf } from '#forms/rules/text-checks.ts';
import type { ComponentOf, ValueField } from '#forms/types.ts';
import type { SchemaLeaf } from '#server/data-schemas/node.ts';
import type { CHECKED } from './answers.ts';
import { isTyped, type Misfit } from './misfit.ts';

/** Characters of an id of a file, and of what dates are written as. */
const LENGTHS: Partial<Record<ValueField['type'], [least: number, most: number]>> = {
  file: [36, 36],
  day: [10, 10],
  datetime: [20, 29],
};
/** Fewest and most characters that the named checks let pass. */
const CHECK_LENGTHS: Record<keyof typeof CHECKED, [least: number, most: number]> = {
  iban: [15, 34],
  plate: [5, 12],
  microchip: [15, 15],
  // Fifteen digits with spaces between.
  phone: [6, 31],
  postcode: [5, 5],
  inArea: [5, 5],
  time: [5, 5],
  webAddress: [4, 2000],
};

/** Returns where a text that a field accepts may be too short or too long for an element. */
export function lengthMisfits(node: SchemaLeaf, field: ValueField): Misfit[] {
  if (node.type !== 'text' && node.type !== 'any') return [];
  const { minLength = 0, maxLength = Infinity } = node.limits;
  const [least, most] = lengthsOf(field);
  const hint = (key: string, limit: number) =>
    isTyped(field) ? `write "${key}": ${limit}` : `what is written for this field has ${least} to ${most}`;
  const misfits: Misfit[] = [];
  if (minLength > 1 && least < minLength)
    misfits.push({
      path: ['validate', 'minLength'],
      reason: `the schema wants ${minLength} characters or more: ${hint('minLength', minLength)}`,
    });
  if (most > maxLength)
    misfits.push({
      path: ['validate', 'maxLength'],
      reason: `the schema allows ${maxLength} characters: ${hint('maxLength', maxLength)}`,
    });
  return misfits;
}

function lengthsOf(field: ValueField): [least: number, most: number] {
  const fixed = LENGTHS[field.type];
  if (field.type === 'file' && field.properties?.fimFile === 'name') return [1, 255];
  if (fixed) return fixed;
  if (field.type === 'number' || field.type === 'currency') return numberLengths(field);
  const { minLength = 1, maxLength = Infinity } = rulesOf(field);
  const check = textCheckOf(field);
  // The shortest address is a@b.de.
  const usual: [number, number] = field.type === 'email' ? [6, Infinity] : [1, Infinity];
  const [least, most] = check === undefined ? usual : CHECK_LENGTHS[check];
  return [Math.max(minLength, least), Math.min(maxLength, most)];
}

function numberLengths(field: ComponentOf<'number' | 'currency'>): [least: number, most: number] {
  const { min = -Infinity, max = Infinity } = rulesOf(field);
  const decimals = field.type === 'currency' ? 2 : (field.decimalLimit ?? Infinity);
  if (min < 0 || max === Infinity) return [1, Infinity];
  const whole = (value: number) => String(Math.trunc(value)).length;
  const behind = decimals === 0 ? 0 : decimals + 1;
  return [whole(min) + (field.type === 'currency' ? behind : 0), whole(max) + behind];
}
