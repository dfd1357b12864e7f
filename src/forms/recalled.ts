import type { Locale } from '#domain/locale.ts';
import { fieldsOf, isGrid } from './components.ts';
import { displayText } from './display.ts';
import { evaluate } from './rules/rules.ts';
import type { FormData, FormDefinition } from './types.ts';

/**
 * Returns the answers that a person needs again once the application is sent (`recalled: "yes"`), such as how something
 * is delivered: shown and answered ones, as the field shows them, in the order of the form.
 */
export function recalledIn(
  form: FormDefinition,
  data: FormData,
  locale: Locale,
): { label: string; value: string }[] {
  const { data: asked } = evaluate(form, data);
  return fieldsOf(form.components).flatMap((field) => {
    if (isGrid(field) || field.properties?.recalled === undefined) return [];
    const value = displayText(field, asked[field.key], locale);
    return value === '' ? [] : [{ label: field.label, value }];
  });
}
