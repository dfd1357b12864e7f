import { ADD_ENTRY, ENTRY } from '../../form/convert/built-in-texts.ts';
import type { Json } from '../../form/convert/conversion.ts';
import { type Asked, common } from './asked.ts';
import { askingField } from './field.ts';
import { fileField } from './file.ts';
import { boxesField, fitsBoxes } from './options.ts';
import { around } from './texts.ts';
import type { Count, Writing } from './writing.ts';

/** Most entries of a repeated field that are fields one below the other. */
const MOST_FIELDS = 5;

/** The components for several values of a field: one that takes them all, a field for each, or rows. */
export function severalFields(asked: Asked, count: Count, writing: Writing): Json[] {
  const { field, path, label, scope } = asked;
  if (field.type === 'file' || field.type === 'obj') return [fileField(asked, count, writing)];
  if (field.input === 'select' && fitsBoxes(field, writing)) return [boxesField(asked, count, writing)];
  if (count.max !== null && count.max <= MOST_FIELDS) {
    writing.note('unrolled', path, label, `${count.max}`);
    return fields(asked, count, count.max, writing);
  }
  if (scope.grid === undefined) return [rows(asked, count, writing)];
  const most = writing.mostOfNested(path, label, count);
  return most === null ? [] : fields(asked, count, most, writing);
}

/** One field for each value. The first ones are required; the sending collects those that have a value. */
function fields(asked: Asked, { min }: Count, most: number, writing: Writing): Json[] {
  const { field, what, isRequired } = asked;
  return Array.from({ length: most }, (_, index) =>
    askingField(
      {
        ...asked,
        what: index === 0 ? what : `${what}#${index + 1}`,
        label: writing.from(field.label, (label) => around.numbered(label, index + 1)),
        isRequired: isRequired && index < Math.max(min, 1),
        isFirst: index === 0,
      },
      writing,
    ),
  );
}

/** Rows with one field. They stand for the element, and not the field in them. */
function rows(asked: Asked, count: Count, writing: Writing): Json {
  const { path, what, scope } = asked;
  const { head, tail } = common('datagrid', asked, writing);
  const inRow = { ...scope, grid: String(head.key) };
  const value = askingField({ ...asked, what: `${what}[]`, isRequired: true, scope: inRow }, writing);
  const { fim: _, ...properties } = value.properties as Json;
  if (Object.keys(properties).length > 0) value.properties = properties;
  else delete value.properties;
  delete value.description;
  writing.places.delete(path);
  const json = {
    ...head,
    ...rowTexts,
    components: [value],
    ...tail({ validate: rowsRule(count) }),
  };
  return writing.placed(path, json, scope);
}

/** Texts of the button that adds a row, and of a row. */
export const rowTexts: Json = {
  addAnother: ADD_ENTRY,
  rowLabel: ENTRY,
};

/** Least and most rows; one at least is what "required" asks for. */
export const rowsRule = ({ min, max }: Count): Json => ({
  ...(min > 1 && { minLength: min }),
  ...(max !== null && { maxLength: max }),
});
