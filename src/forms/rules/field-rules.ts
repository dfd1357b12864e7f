import { isGrid, isObject, rowsOf, rulesOf } from '../components.ts';
import type { FieldComponent, FieldError, FormValue, RuleName } from '../types.ts';
import { dayLimits, isoDay } from './day.ts';
import { fieldError } from './field-error.ts';
import { applyLogic, type LogicScope } from './logic.ts';
import { matchesPattern } from './pattern.ts';

/** The position of a value and the day of the check; `today` is `YYYY-MM-DD`. */
export type RuleContext = LogicScope & { path: string };

const EMAIL =
  /^(([^<>()[\]\\.,;:\s@"]+(\.[^<>()[\]\\.,;:\s@"]+)*)|(".+"))@((\[[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}])|(([a-zA-Z\-0-9]+\.)+[a-zA-Z]{2,}))$/;

/**
 * The rules that Form.io also has, for one visible value that shapeData has passed: required, min, max, pattern, email,
 * JSONLogic. same-rules.test.ts compares them with @formio/core.
 */
export function formioErrors(field: FieldComponent, value: FormValue, context: RuleContext): FieldError[] {
  const { path, today } = context;
  const { required, min = -Infinity, max = Infinity, maxLength, pattern, json } = rulesOf(field);
  const errors: FieldError[] = [];
  const add = (rule: RuleName, text?: string) => errors.push(fieldError(field, path, rule, today, text));

  if (required && !isPresent(value)) add('required');
  if (typeof value === 'number') {
    if (value < min) add('min');
    if (value > max) add('max');
  }
  if (typeof value === 'string' && value !== '') {
    if (field.type === 'day') {
      const day = isoDay(value);
      const { first, last } = dayLimits(field, today);
      if (day && day < first) add('min');
      if (day && day > last) add('max');
    }
    if (field.type === 'email' && !EMAIL.test(value)) add('email');
    if (pattern && !matchesPattern(pattern, value, maxLength)) add('pattern');
  }
  if (typeof json === 'object' && json !== null) {
    const result = applyLogic(json, { data: context.data, row: context.row, today, value: value || null });
    if (result !== null && result !== true) add('json', typeof result === 'string' ? result : undefined);
  }
  return errors;
}

/** True if `required` is met: text that is not blank, a ticked box, at least one choice, file or filled row. */
function isPresent(value: FormValue): boolean {
  if (value === undefined || value === null || value === false) return false;
  if (typeof value === 'string') return value.trim() !== '';
  if (Array.isArray(value))
    return value.some((item) => isObject(item) && Object.values(item).some(hasContent));
  return isObject(value) ? Object.values(value).some(Boolean) : true;
}

const hasContent = (value: FormValue): boolean =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : typeof value === 'number' || Boolean(value);

/** Number of rows of a group, of code points of a text. */
export function lengthOf(field: FieldComponent, value: FormValue): number {
  if (isGrid(field)) return rowsOf(value).length;
  return typeof value === 'string' ? [...value].length : 0;
}
