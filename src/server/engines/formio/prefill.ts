import { type AccountValues, dayValue } from '#forms/account.ts';
import { fieldsOf } from '#forms/components.ts';
import { emptyData } from '#forms/data.ts';
import type { ComponentOf, FieldComponent, FormData, FormDefinition, TextValuedField } from '#forms/types.ts';

/**
 * Returns a new form's data: defaults, then account values of fields outside of groups. `properties.prefill` names one
 * of `userDataFields` (src/domain/user-data.ts).
 */
export function prefill(form: FormDefinition, userData: AccountValues): FormData {
  const data = emptyData(form);
  for (const field of fieldsOf(form.components)) {
    const value = userData[field.properties?.prefill ?? ''];
    if (value) data[field.key] = asFieldKeepsIt(field, value);
  }
  return data;
}

function asFieldKeepsIt(field: FieldComponent, value: string): string {
  switch (field.type) {
    case 'day':
      return dayValue(value);
    default:
      // A value that the field cannot hold, e.g. no option of a choice, is removed and reported by its rules.
      field satisfies
        | TextValuedField
        | ComponentOf<'number' | 'currency' | 'selectboxes' | 'checkbox' | 'file' | 'datagrid' | 'editgrid'>;
      return value;
  }
}
