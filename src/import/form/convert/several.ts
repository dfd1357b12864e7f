import { isJson, type Json, textOf } from './conversion.ts';
import type { Context } from './value.ts';
import { convertValue } from './values.ts';

/** Types of which Form.io lets people add further values. */
const SEVERAL = new Set(
  'textfield textarea email phoneNumber number currency day datetime time url'.split(' '),
);

/** True if a component takes several values, which are rows here. Rows in rows stay for the form's check to refuse. */
export const takesSeveral = (type: string, { multiple, hidden }: Json, grid: string): boolean =>
  multiple === true && hidden !== true && SEVERAL.has(type) && grid === '';

/** Several values of a field are rows with that field. */
export function several(type: string, context: Context): Json[] {
  const { json, path } = context.source;
  const { key, label, description, tooltip, conditional, customConditional, logic, ...rest } = json;
  context.conversion.note(path, `several values of "${textOf(key)}" are rows with one field`);
  const field = { ...rest, type, key: 'value', label, input: true, multiple: false, defaultValue: undefined };
  const isRequired = isJson(json.validate) && json.validate.required === true;
  const rows = {
    type: 'datagrid',
    ...{ key, label, description, tooltip, conditional, customConditional, logic },
    components: [field],
    validate: { required: isRequired },
  };
  return convertValue('datagrid', { ...context, source: { json: rows, path } });
}
