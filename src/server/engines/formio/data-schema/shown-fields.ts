import { fieldsOf, isGrid, rowsOf } from '#forms/components.ts';
import type { Evaluation, FieldComponent, FormData, FormDefinition } from '#forms/types.ts';

/** Returns the fields that a person sees and can answer, also those in rows, with their data paths, in document order. */
export function shownFields(
  form: FormDefinition,
  { data, hidden }: Pick<Evaluation, 'data' | 'hidden'>,
): { field: FieldComponent; path: string }[] {
  const within = (
    fields: readonly FieldComponent[],
    row: FormData,
    prefix: string,
  ): { field: FieldComponent; path: string }[] =>
    fields.flatMap((field) => {
      const path = prefix + field.key;
      if (hidden.has(path) || field.type === 'hidden' || field.calculateValue !== undefined) return [];
      const inside = isGrid(field)
        ? rowsOf(row[field.key]).flatMap((inner, index) =>
            within(fieldsOf(field.components), inner, `${path}[${index}].`),
          )
        : [];
      return [{ field, path }, ...inside];
    });
  return within(fieldsOf(form.components), data, '');
}
