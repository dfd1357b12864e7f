import type { JsonPath } from '#forms/schema/types.ts';
import { type Conversion, isJson, type Json, textOf } from './conversion.ts';
import { convertCounts } from './limits.ts';
import { convertOptions, listedOptions } from './options.ts';
import type { Value } from './value.ts';

/** Options that are in the form; a select of several is a list of boxes. */
export const choice: Value = (field, { source: { json, path }, scope, conversion }) => {
  const isMultiple = field.type === 'select' && json.multiple === true;
  const kind = field.type === 'selectboxes' || isMultiple ? 'boxes' : 'single';
  const listed = field.type === 'select' ? listedOptions(json) : json.values;
  if (listed === undefined || !isOwn(json)) {
    conversion.refuse(
      [...path, 'dataSrc'],
      `the options come from elsewhere (${String(json.dataSrc)}) and are not loaded: ${LIST_THEM}`,
    );
    return [withoutOptions(field, conversion, path)];
  }
  const at = [...path, field.type === 'select' ? 'data' : 'values'];
  const name = scope.prefix + textOf(json.key);
  const isClosed = field.type === 'select' && !isMultiple;
  const options = convertOptions(listed, { kind, isClosed }, name, at, conversion);
  if (options.length === 0) {
    conversion.refuse(
      at,
      `there are no options, they are not filled in while people use the form: ${LIST_THEM}`,
    );
    return [withoutOptions(field, conversion, path)];
  }
  for (const setting of ['data', 'dataSrc', 'values', 'valueProperty', 'multiple']) delete field[setting];
  if (isClosed) field.data = { values: options };
  else field.values = options;
  if (isMultiple) {
    field.type = 'selectboxes';
    conversion.note(path, 'a select of several options is a list of boxes');
  }
  const renamed = conversion.options.get(name);
  // Products that store a choice with its label name the start in the same way.
  const given = field.defaultValue;
  const start = kind === 'single' && isJson(given) ? given.value : given;
  if (start !== given) field.defaultValue = start;
  if (field.type === 'selectboxes') {
    const chosen = isJson(start) ? Object.entries(start).filter(([, isOn]) => isOn === true) : [];
    field.defaultValue = Object.fromEntries(chosen.map(([key]) => [renamed?.get(key) ?? key, true]));
    const row = scope.grid === '' ? 'data' : 'row';
    convertCounts(field, `${row}.${textOf(field.key)}`, path, conversion);
  } else if (start !== undefined && start !== null && start !== '') {
    field.defaultValue = renamed?.get(String(start)) ?? String(start);
  }
  return [field];
};

const LIST_THEM = 'list them in the form (data.values)';

/** True if the options are in the form. */
const isOwn = ({ dataSrc }: Json): boolean =>
  dataSrc === undefined || dataSrc === '' || dataSrc === 'values' || dataSrc === 'json';

/** Stands for a choice that is refused already, so that its missing options are not reported as well. */
function withoutOptions({ key, label, conditional }: Json, conversion: Conversion, path: JsonPath): Json {
  const stand = { type: 'textfield', key, label, input: true, ...(isJson(conditional) && { conditional }) };
  return conversion.made(stand, path);
}
