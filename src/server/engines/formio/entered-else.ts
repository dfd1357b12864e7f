import { isDeepStrictEqual } from 'node:util';
import { fieldsOf } from '#forms/components.ts';
import { evaluate } from '#forms/rules/rules.ts';
import type { FormData, FormDefinition } from '#forms/types.ts';

/** Returns keys of the fields whose counting value differs in two states of the data, except calculated ones. */
export function enteredElse(form: FormDefinition, stored: FormData, saved: FormData): string[] {
  const before = evaluate(form, stored).data;
  const after = evaluate(form, saved).data;
  return fieldsOf(form.components)
    .filter((field) => !('calculateValue' in field && field.calculateValue !== undefined))
    .filter(({ key }) => !isDeepStrictEqual(before[key], after[key]))
    .map(({ key }) => key);
}
