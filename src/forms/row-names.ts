import type { Locale } from '#domain/locale.ts';
import { fieldsOf, isGrid } from './components.ts';
import { displayText } from './display.ts';
import type { FieldComponent, FormData, GridComponent } from './types.ts';

/**
 * Keys of fields as `rowNamedBy` lists them: commas between the parts of a name, spaces between the words of a part;
 * `givenName familyName, kind` reads "Clara Claussen, Lohn".
 */
export const namingKeys = (list: string): string[][] =>
  list.split(',').map((part) => part.split(' ').filter((key) => key !== ''));

/** The name of a row of a repeating group, in the form's language; '' while its fields are empty. */
export function rowName(grid: GridComponent, row: FormData, locale: Locale): string {
  return grid.rowNamedBy ? nameOf(fieldsOf(grid.components), grid.rowNamedBy, row, locale) : '';
}

/** The values of the listed fields as one name, blanks in them tidied; '' when all are empty. */
export function nameOf(
  fields: readonly FieldComponent[],
  list: string,
  values: FormData,
  locale: Locale,
): string {
  const shown = (key: string): string => {
    const field = fields.find((it) => it.key === key);
    if (!field || isGrid(field)) return '';
    return displayText(field, values[key], locale).replace(/\s+/g, ' ').trim();
  };
  const joined = (parts: string[], between: string) => parts.filter((it) => it !== '').join(between);
  return joined(
    namingKeys(list).map((keys) => joined(keys.map(shown), ' ')),
    ', ',
  );
}
