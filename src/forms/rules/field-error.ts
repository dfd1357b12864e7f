import { rulesOf } from '../components.ts';
import type { FieldComponent, FieldError, RuleName } from '../types.ts';
import { dayLimits, exampleDay } from './day.ts';
import { errorKey } from './error-key.ts';

/**
 * One broken rule with the values for its text. `min`, `max` are for numbers, lengths and rows; for days they are
 * `YYYY-MM-DD`. `example` is a valid number or day. For files, `max` is the size as written in the form and `types` the
 * accepted media types. `text` is the result of JSONLogic. The message is, as in Form.io, the form's one for all rules,
 * then `text`, then the form's own for this rule.
 */
export function fieldError(
  field: FieldComponent,
  path: string,
  rule: RuleName,
  today: string,
  text?: string,
): FieldError {
  const error: FieldError = { path, rule };
  const params = paramsOf(field, rule, today);
  if (params) error.params = params;
  const message = field.validate?.customMessage || text || ownMessage(field, rule);
  if (message) error.message = message;
  return error;
}

function ownMessage(field: FieldComponent, rule: RuleName): string | undefined {
  const key = errorKey(field, rule);
  return key && field.errors?.[key];
}

function paramsOf(field: FieldComponent, rule: RuleName, today: string): FieldError['params'] {
  const { min, max, minLength, maxLength } = rulesOf(field);
  if (field.type === 'file' && rule === 'file') return { max: field.fileMaxSize, types: field.filePattern };
  if (hasDayLimits(field) && rule === 'min') return { min: dayLimits(field, today).first };
  if (hasDayLimits(field) && rule === 'max') return { max: dayLimits(field, today).last };
  const example = field.type === 'day' && rule === 'day' ? exampleDay(field, today) : undefined;
  if (example) return { example };
  if (rule === 'number') return { example: exampleNumber(field, min, max) };
  if (rule === 'min' && min !== undefined) return { min };
  if (rule === 'max' && max !== undefined) return { max };
  if (rule === 'minLength' && minLength !== undefined) return { min: minLength };
  if (rule === 'maxLength' && maxLength !== undefined) return { max: maxLength };
  return undefined;
}

const hasDayLimits = (field: FieldComponent) => field.type === 'day' || field.type === 'datetime';

/** A number that the field accepts: an example must be a possible answer. */
function exampleNumber({ type }: FieldComponent, min = -Infinity, max = Infinity): number {
  const usual = type === 'currency' ? 1250.5 : 12;
  return Math.min(Math.max(usual, min), max);
}

/** Errors of a value that is unusable: others about the same value would only confuse. */
const WRONG_VALUE = new Set<RuleName>(['day', 'date', 'number']);

/**
 * One list of errors for the person, in document order. A value of a wrong kind (`problems`) has only that error; a
 * wrong date or number is not also too early or too large; no error appears twice; hidden fields have none.
 */
export function tidyErrors(errors: FieldError[], problems: FieldError[], visible: string[]): FieldError[] {
  const order = new Map(visible.map((path, index) => [path, index]));
  const taken = new Set(problems.map(({ path }) => path));
  const wrong = new Set(errors.filter(({ rule }) => WRONG_VALUE.has(rule)).map(({ path }) => path));
  const seen = new Set<string>();
  const kept = errors.filter(({ path, rule }) => {
    if (taken.has(path) || seen.has(`${path} ${rule}`)) return false;
    if (wrong.has(path) && (rule === 'min' || rule === 'max')) return false;
    seen.add(`${path} ${rule}`);
    return true;
  });
  return [...problems, ...kept]
    .filter(({ path }) => order.has(path))
    .sort((one, two) => order.get(one.path)! - order.get(two.path)!);
}
