import type { FeeFigures } from '#contract/shapes.ts';
import { fieldIndex } from '#forms/components.ts';
import { centsOf } from '#forms/fee-field.ts';
import type { FormDefinition } from '#forms/types.ts';
import { feeFigures, isConditional } from './fee-figures.ts';

/**
 * Returns the possible amounts of a fee that the form calculates in a field, in euros; or the reason why the field
 * cannot be the fee.
 * @param surcharges amounts that may be added, in cents
 */
export function feeOfField(
  form: FormDefinition,
  key: string,
  surcharges: readonly number[],
): { figures?: FeeFigures | undefined; fault?: string } {
  const field = fieldIndex(form).get(key);
  if (!field || key.includes('.')) return { fault: `the form has no field "${key}"` };
  if (field.calculateValue === undefined) {
    return { fault: `"${key}" is not calculated: people would enter the fee` };
  }
  if (isConditional(form.components, key)) return { fault: `"${key}" is shown only under a condition` };
  return { figures: feeFigures(field.calculateValue, form, centsOf, surcharges) };
}
