import { isDeepStrictEqual } from 'node:util';
import { fieldsOf } from '#forms/components.ts';
import { evaluate } from '#forms/rules/rules.ts';
import type { FormData, FormDefinition } from '#forms/types.ts';

/** Keys of the fields whose value that counts differs in two states of the data, but for those that are calculated. */
export function enteredElse(form: FormDefinition, stored: FormData, saved: FormData): string[] {
  const before = evaluate(form, stored).data;
  const after = evaluate(form, saved).data;
  return fieldsOf(form.components)
    .filter((field) => !('calculateValue' in field && field.calculateValue !== undefined))
    .filter(({ key }) => !isDeepStrictEqual(before[key], after[key]))
    .map(({ key }) => key);
}
