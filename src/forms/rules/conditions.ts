import { isObject } from '../components.ts';
import type {
  Component,
  ComponentOf,
  ConditionList,
  FieldComponent,
  FormValue,
  SimpleCondition,
} from '../types.ts';
import { applyLogic, type LogicScope } from './logic.ts';

type Fields = Map<string, FieldComponent>;
type Term = ConditionList['conditions'][number];

/** True if the component's own condition shows it; the conditions of its parents are not checked here. */
export function isShown(component: Component, scope: LogicScope, fields: Fields): boolean {
  const { conditional } = component;
  if (!conditional) return true;
  if ('json' in conditional) {
    const result = applyLogic(conditional.json, scope);
    return result === null || result === undefined || Boolean(result);
  }
  return 'when' in conditional ? simple(conditional, scope) : list(conditional, scope, fields);
}

/** A path with a dot names a field of the same row: it cannot mean other rows (schema/checks.ts). */
export function valueAt(path: string, { data, row }: Pick<LogicScope, 'data' | 'row'>): FormValue {
  const dot = path.indexOf('.');
  return dot < 0 ? data[path] : row[path.slice(dot + 1)];
}

function simple({ show, when, eq }: SimpleCondition, scope: LogicScope): boolean {
  const value = valueAt(when, scope);
  const wanted = String(eq);
  const shows = String(show) === 'true';
  if (isObject(value) && Object.hasOwn(value, wanted)) return String(value[wanted]) === String(show);
  return (String(value) === wanted) === shows;
}

function list({ show, conjunction, conditions }: ConditionList, scope: LogicScope, fields: Fields): boolean {
  const holds = (term: Term) => termHolds(term, valueAt(term.component, scope), fields.get(term.component));
  const result = conjunction === 'any' ? conditions.some(holds) : conditions.every(holds);
  return show ? result : !result;
}

function termHolds({ operator, value: wanted }: Term, value: FormValue, field?: FieldComponent): boolean {
  switch (operator) {
    case 'isEqual':
      return isEqual(value, wanted);
    case 'isNotEqual':
      return !isEqual(value, wanted);
    case 'isEmpty':
      return isEmpty(value, field);
    case 'isNotEmpty':
      return !isEmpty(value, field);
    case 'includes':
      return typeof value === 'string' && value.includes(String(wanted));
    case 'notIncludes':
      return !(typeof value === 'string' && value.includes(String(wanted)));
    default:
      return typeof value === 'number' && typeof wanted === 'number' && compare(operator, value, wanted);
  }
}

function compare(operator: Term['operator'], value: number, wanted: number): boolean {
  if (operator === 'lessThan') return value < wanted;
  if (operator === 'lessThanOrEqual') return value <= wanted;
  return operator === 'greaterThan' ? value > wanted : value >= wanted;
}

function isEqual(value: FormValue, wanted: Term['value']): boolean {
  if (isObject(value)) return Boolean(value[String(wanted)]);
  if (typeof value === 'boolean' && typeof wanted === 'string') return String(value) === wanted;
  return value === wanted;
}

function isEmpty(value: FormValue, field?: FieldComponent): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return !Object.values(value).some(Boolean);
  return isBlankEmpty(field) && String(value).trim() === '';
}

/** True if spaces alone count as no answer. For e-mail addresses Form.io does not treat them so. */
function isBlankEmpty(field?: FieldComponent): boolean {
  switch (field?.type) {
    case 'textfield':
    case 'phoneNumber':
    case 'textarea':
    case 'hidden':
      return true;
    default:
      field satisfies
        | undefined
        | ComponentOf<'email' | 'number' | 'currency' | 'day' | 'datetime' | 'select' | 'radio'>
        | ComponentOf<'selectboxes' | 'checkbox' | 'file' | 'datagrid' | 'editgrid'>;
      return false;
  }
}
