import { fieldIndex, rulesOf } from './components.ts';
import { errorKey } from './rules/error-key.ts';
import type { ErrorKey } from './rules/error-keys.ts';
import type { FieldComponent, FormDefinition, JsonLogic, RuleName } from './types.ts';

/** A field by its form path, and the keys in `errors` at which it has no message. */
export type Unworded = { path: string; label: string; keys: ErrorKey[] };

/**
 * Fields that leave an error to a standard text, which knows the label but not the question: an answer that is missing,
 * too small or large, or of another pattern. Errors that a standard text explains as well as the form (lengths,
 * characters, e-mail addresses, days that do not exist, files) do not count.
 */
export function unwordedFields(form: FormDefinition): Unworded[] {
  return [...fieldIndex(form)].flatMap(([path, field]) => {
    const keys = unwordedKeys(field);
    return keys.length === 0 ? [] : [{ path, label: field.label, keys }];
  });
}

function unwordedKeys(field: FieldComponent): ErrorKey[] {
  if (field.calculateValue !== undefined || field.disabled || field.validate?.customMessage) return [];
  return breakable(field).flatMap((rule) => {
    const key = errorKey(field, rule);
    return key && !field.errors?.[key] ? [key] : [];
  });
}

function breakable(field: FieldComponent): RuleName[] {
  const { required, min, max, pattern, json } = rulesOf(field);
  const { minDate, maxDate } = field.type === 'day' || field.type === 'datetime' ? field : {};
  const { notBefore, notAfter } = field.properties ?? {};
  return [
    ...(required ? (['required'] as const) : []),
    ...(min !== undefined || minDate ? (['min'] as const) : []),
    ...(max !== undefined || maxDate ? (['max'] as const) : []),
    ...(pattern !== undefined ? (['pattern'] as const) : []),
    ...(notBefore === undefined ? [] : (['notBefore'] as const)),
    ...(notAfter === undefined ? [] : (['notAfter'] as const)),
    ...(json !== undefined && !hasWords(json) ? (['json'] as const) : []),
  ];
}

/** True if a validation by JSONLogic answers with true or a text, and never with false alone. */
function hasWords(logic: JsonLogic): boolean {
  if (typeof logic !== 'object' || logic === null || Array.isArray(logic)) {
    return logic === true || typeof logic === 'string';
  }
  const branches = logic.if ?? logic['?:'];
  return (
    Array.isArray(branches) &&
    branches.length % 2 === 1 &&
    branches.every((branch: JsonLogic, index) =>
      index % 2 === 1 || index === branches.length - 1 ? hasWords(branch) : true,
    )
  );
}
