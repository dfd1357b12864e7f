import type { FieldComponent, RuleName } from '../types.ts';
import { type CheckRule, checksWithValue, dateChecks, textChecks } from './check-names.ts';
import type { ErrorKey } from './error-keys.ts';

const keys: Record<Exclude<RuleName, CheckRule>, ErrorKey | undefined> = {
  required: 'required',
  min: 'min',
  max: 'max',
  minLength: 'minLength',
  maxLength: 'maxLength',
  pattern: 'pattern',
  email: 'invalid_email',
  number: 'number',
  day: 'invalidDay',
  date: 'invalidDate',
  option: 'invalidOption',
  json: 'jsonLogic',
  file: 'file',
  characters: 'characters',
  unknown: undefined,
};

const checks: ReadonlySet<string> = new Set([...textChecks, ...dateChecks, ...checksWithValue]);

const isCheck = (rule: RuleName): rule is CheckRule => checks.has(rule);

/** The key of a field's own message for a rule, as Form.io's core looks it up; undefined if there is none. */
export function errorKey({ type }: Pick<FieldComponent, 'type'>, rule: RuleName): ErrorKey | undefined {
  const isDate = type === 'day' || type === 'datetime';
  if (isDate && rule === 'min') return 'minDate';
  if (isDate && rule === 'max') return 'maxDate';
  return isCheck(rule) ? rule : keys[rule];
}
