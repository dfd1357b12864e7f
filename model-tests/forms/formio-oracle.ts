import {
  Evaluator,
  jsonLogic,
  type ProcessorContext,
  ProcessTargets,
  rules,
  processSync as runProcessors,
  type ValidationContext,
} from '@formio/core';
import { germanDay } from '#domain/german-time.ts';
import { fieldIndex, fieldsOf, isGrid, isObject } from '#forms/components.ts';
import { ageOn } from '#forms/rules/day.ts';
import { errorKey } from '#forms/rules/error-key.ts';
import { fieldError, tidyErrors } from '#forms/rules/field-error.ts';
import { calculatedValue } from '#forms/rules/logic.ts';
import { ownErrors } from '#forms/rules/own-rules.ts';
import { shapeData } from '#forms/shape.ts';
import type {
  CalculableField,
  FieldComponent,
  FieldError,
  FormData,
  FormDefinition,
  RuleName,
} from '#forms/types.ts';
import { toFormio } from './to-formio.ts';

Evaluator.noeval = true;
jsonLogic.add_operation('calculated', (result: unknown, type: CalculableField['type']) =>
  calculatedValue(type, result),
);

/** The core's JSONLogic sees data without the day; our rules, which share the operation in a process, have it. */
let day = '';
jsonLogic.add_operation('age', function age(this: { today?: string }, birth: unknown) {
  return ageOn(birth, this.today ?? day);
});

/** The parts of the core that a form of the subset can need, in its order; the others cost half of the time. */
const TARGETS = {
  submission: named(ProcessTargets.submission, ['filter', 'serverDefaultValue', 'normalize']),
  evaluator: named(ProcessTargets.evaluator, ['calculate', 'conditions', 'clearHidden', 'validate']),
};
/** Our own rules check whether a day is complete and exists; they are stricter and report which day is wrong. */
const RULES_OF_SUBSET = named(rules, [
  'validateDate',
  'validateEmail',
  'validateJson',
  'validateMaximumDay',
  'validateMaximumValue',
  'validateMinimumDay',
  'validateMinimumValue',
  'validateMultiple',
  'validateRegexPattern',
  'validateRequired',
  'validateNumber',
  'validateAvailableItems',
]).map((rule) =>
  // The core's rule for `max` fails on an empty number, and logs that to the console each time.
  rule.name === 'validateMaximumValue'
    ? { ...rule, shouldProcess: ({ value }: ValidationContext) => typeof value === 'number' }
    : rule,
);

/**
 * The rules with these names, which run synchronously: promises would take twice as long. Throws at the start if the
 * core no longer has one.
 */
function named<T extends { name: string }>(list: readonly T[] | undefined, names: string[]): T[] {
  const found = (list ?? []).filter((part) => names.includes(part.name) && 'processSync' in part);
  if (found.length !== names.length) throw new Error(`@formio/core lacks one of ${names.join(', ')}`);
  return found;
}

type Scope = { errors?: CoreError[]; noRecurse?: boolean };
type CoreError = { ruleName: string; errorKeyOrMessage: unknown; context: { path: string } };

/**
 * The result of @formio/core for form data, for comparison with `evaluate`. The core cleans, calculates and validates.
 * Checks that it lacks (src/forms/shape.ts, rules/own-rules.ts) are done around it, with the functions of the product.
 */
export function formioAnswer(
  form: FormDefinition,
  data: FormData,
  now: Date,
): { data: FormData; errors: FieldError[] } {
  const today = germanDay(now);
  day = today;
  const shaped = shapeData(form, data);
  const cleaned = runTarget(form, today, shaped.data, 'submission');
  restoreRows(form, shaped.data, cleaned.data);
  const settled = runTarget(form, today, cleaned.data, 'evaluator');
  // The rules run while data is still being cleared and calculated, so only a run without changes counts.
  const isSettled = JSON.stringify(settled.data) === JSON.stringify(cleaned.data);
  const result = isSettled ? settled : runTarget(form, today, settled.data, 'evaluator');

  const index = fieldIndex(form);
  const errors = (result.scope.errors ?? []).flatMap(({ ruleName, errorKeyOrMessage, context: { path } }) => {
    const field = index.get(path.replace(/\[\d+\]/g, ''));
    const text = ruleName === 'json' ? messageOf(errorKeyOrMessage) : undefined;
    if (!field) return [];
    const rule = RULES[ruleName] ?? 'unknown';
    if (text === undefined) checkKey(field, rule, errorKeyOrMessage);
    return [fieldError(field, path, rule, today, text)];
  });
  const visible = result.visible;
  for (const { field, path, row } of visible.values())
    errors.push(...ownErrors(field, row[field.key], { data: result.data, row, path, today }));
  return { data: result.data, errors: tidyErrors(errors, shaped.problems, [...visible.keys()]) };
}

/** The core says which own message of the field it would look up; ours has to be the same. */
function checkKey(field: FieldComponent, rule: RuleName, key: unknown): void {
  const ours = errorKey(field, rule);
  if (key !== ours)
    throw new Error(`${field.type}.${rule} has its message at "${ours}" here, "${key}" there`);
}

/** The result of JSONLogic instead of true, if it is a text for people. */
const messageOf = (answer: unknown): string | undefined =>
  typeof answer === 'string' && answer !== 'jsonLogic' ? answer : undefined;

const RULES: Record<string, RuleName> = {
  required: 'required',
  min: 'min',
  max: 'max',
  minDate: 'min',
  maxDate: 'max',
  pattern: 'pattern',
  email: 'email',
  number: 'number',
  date: 'date',
  onlyAvailableItems: 'option',
  json: 'json',
};

type Visible = Map<string, { field: FieldComponent; path: string; row: FormData }>;
type Run = { data: FormData; scope: Scope; visible: Visible };

/** Runs the core on its own copy of the data; `visible` are the fields that it did not hide. */
function runTarget(
  form: FormDefinition,
  today: string,
  data: FormData,
  target: 'submission' | 'evaluator',
): Run {
  const components = toFormio(form, today);
  const copy = structuredClone(data);
  const scope: Scope = { errors: [] };
  const visible: Visible = new Map();
  const index = fieldIndex(form);
  const note = {
    name: 'visible',
    shouldProcess: () => true,
    processSync: ({ component, path, row }: ProcessorContext<object>) => {
      const field = index.get(path.replace(/\[\d+\]/g, ''));
      const isHidden = (component as { scope?: { conditionallyHidden?: boolean } }).scope
        ?.conditionallyHidden;
      if (field && field.key === component.key && !isHidden)
        visible.set(path, { field, path, row: row as FormData });
      // The core would continue with the fields of a group that it has just cleared, as if it had a row.
      if (field && isGrid(field) && !Array.isArray((row as FormData)[field.key])) scope.noRecurse = true;
    },
  };
  const context = {
    form: { components },
    components,
    data: copy,
    submission: { data: copy },
    scope,
    config: { server: true },
    rules: RULES_OF_SUBSET,
    processors: [...TARGETS[target], note],
  };
  runProcessors(context as unknown as Parameters<typeof runProcessors>[0]);
  return { data: context.data, scope, visible };
}

/** The core drops rows without any value; an added row stays, so that its required fields are reported. */
function restoreRows(form: FormDefinition, before: FormData, after: FormData): void {
  for (const grid of fieldsOf(form.components).filter(isGrid)) {
    const rows = before[grid.key];
    if (!Array.isArray(rows) || !Array.isArray(after[grid.key])) continue;
    const kept = after[grid.key] as FormData[];
    after[grid.key] = rows.map((_, index) => (isObject(kept[index]) ? kept[index] : {}));
  }
}
