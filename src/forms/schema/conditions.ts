import { isGrid, optionsOf } from '../components.ts';
import type { ConditionList, FieldComponent, FieldType, SimpleCondition } from '../types.ts';
import { logicProblems } from './logic.ts';
import { referenceProblem } from './references.ts';
import type { FormProblem, JsonPath, Placed, Targets } from './types.ts';

type Term = ConditionList['conditions'][number];

/** Problems of a component's `conditional`: an unknown field, or a comparison that can never hold. */
export function conditionProblems(item: Placed, targets: Targets): FormProblem[] {
  const { conditional } = item.component;
  const path = [...item.path, 'conditional'];
  if (!conditional) return [];
  if ('when' in conditional) return simpleProblems(conditional, path, item, targets);
  if ('conditions' in conditional) {
    return conditional.conditions.flatMap((term, index) =>
      termProblems(term, [...path, 'conditions', index], item, targets),
    );
  }
  return logicProblems(conditional.json, [...path, 'json'], { item, targets, before: true });
}

function simpleProblems({ when, eq }: SimpleCondition, path: JsonPath, item: Placed, targets: Targets) {
  const reason = referenceProblem(when, item, targets, true);
  const field = targets.get(when)?.component;
  if (reason || !field) return [{ path: [...path, 'when'], reason: reason ?? '' }];
  if (COMPARED_AS[field.type] === 'nothing')
    return [{ path: [...path, 'when'], reason: 'files and groups cannot be compared; use JSONLogic' }];
  const wrong = valueProblem(field, eq);
  return wrong ? [{ path: [...path, 'eq'], reason: wrong }] : [];
}

const NUMERIC = ['lessThan', 'lessThanOrEqual', 'greaterThan', 'greaterThanOrEqual'];

function termProblems({ component, operator, value }: Term, path: JsonPath, item: Placed, targets: Targets) {
  const reason = referenceProblem(component, item, targets, true);
  const field = targets.get(component)?.component;
  if (reason || !field) return [{ path: [...path, 'component'], reason: reason ?? '' }];
  const wrong = operatorProblem(operator, field, value);
  return wrong ? [{ path: [...path, wrong.at], reason: wrong.reason }] : [];
}

function operatorProblem(operator: Term['operator'], field: FieldComponent, value: Term['value']) {
  if (isGrid(field)) return { at: 'component', reason: 'groups cannot be compared; use JSONLogic' };
  if (operator === 'isEmpty' || operator === 'isNotEmpty') return undefined;
  if (field.type === 'file') return { at: 'operator', reason: 'a file is only empty or not empty' };
  if (value === undefined) return { at: 'operator', reason: `"${operator}" needs a value` };
  const isNumber = COMPARED_AS[field.type] === 'number';
  if (NUMERIC.includes(operator)) {
    if (!isNumber) return { at: 'operator', reason: `"${operator}" is for numbers` };
    return typeof value === 'number' ? undefined : { at: 'value', reason: 'the value has to be a number' };
  }
  if (operator === 'includes' || operator === 'notIncludes') {
    if (COMPARED_AS[field.type] !== 'text') return { at: 'operator', reason: `"${operator}" is for texts` };
    return typeof value === 'string' ? undefined : { at: 'value', reason: 'the value has to be a text' };
  }
  if (isNumber && typeof value !== 'number') return { at: 'value', reason: 'the value has to be a number' };
  const reason = valueProblem(field, value);
  return reason ? { at: 'value', reason } : undefined;
}

/** The kind of value that a field is compared as. */
const COMPARED_AS: Record<FieldType, 'text' | 'date' | 'number' | 'truth' | 'option' | 'nothing'> = {
  textfield: 'text',
  email: 'text',
  phoneNumber: 'text',
  textarea: 'text',
  number: 'number',
  currency: 'number',
  day: 'date',
  datetime: 'date',
  hidden: 'text',
  select: 'option',
  radio: 'option',
  selectboxes: 'option',
  checkbox: 'truth',
  file: 'nothing',
  datagrid: 'nothing',
  editgrid: 'nothing',
};

function valueProblem(field: FieldComponent, value: string | number | boolean): string | undefined {
  switch (COMPARED_AS[field.type]) {
    case 'truth':
      return /^(true|false)$/.test(String(value)) ? undefined : 'a checkbox is true or false';
    case 'option':
      return optionsOf(field)?.some((option) => option.value === value)
        ? undefined
        : `"${value}" is not one of the options`;
    case 'number':
      return Number.isFinite(Number(value)) && value !== '' ? undefined : 'the value has to be a number';
    default:
      return typeof value === 'string' ? undefined : 'the value has to be a text';
  }
}
