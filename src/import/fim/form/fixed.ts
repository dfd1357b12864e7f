import type { Json } from '../../form/convert/conversion.ts';
import type { FimField } from '../model.ts';
import { type Asked, common } from './asked.ts';
import type { Writing } from './writing.ts';

/** True for a field that nobody fills in: the authority's software does, or its value is fixed. */
export const isFixed = ({ input }: FimField): boolean => input === 'locked' || input === 'hidden';

/** A fixed text that is shown; nothing for what no field can hold, which is reported. */
export function fixedField(asked: Asked, writing: Writing): Json[] {
  const { field, path, isRequired, scope } = asked;
  const isText = field.type === 'text' || field.type === 'text_latin';
  if (field.input !== 'locked' || field.content === '' || !isText) {
    const value = field.content === '' ? '' : `, value "${field.content}"`;
    writing.note('noValue', path, field.label, `${isRequired ? 'required' : 'optional'}${value}`);
    return [];
  }
  const { head, tail } = common('textfield', asked, writing);
  const json = { ...head, disabled: true, defaultValue: field.content, ...tail() };
  return [writing.placed(path, json, scope)];
}
