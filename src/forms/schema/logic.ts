import { fieldsOf, isGrid, isObject, optionsOf } from '../components.ts';
import type { FieldComponent, JsonLogic } from '../types.ts';
import { referenceProblem } from './references.ts';
import type { FormProblem, JsonPath, Placed, Targets } from './types.ts';

/**
 * `before`: only fields before the component may be used, as for conditions and calculations. `items`: the fields of
 * one item, inside an operator that iterates over a list; `unknown` if the list is not a group.
 */
type Place = {
  item: Placed;
  targets: Targets;
  before: boolean;
  items?: readonly FieldComponent[] | 'unknown';
};

const OPERATORS = new Set(
  'var missing missing_some if ?: == === != !== ! !! or and > >= < <= max min + - * / % map filter reduce all none some merge in cat substr age'.split(
    ' ',
  ),
);
/** Operators whose second argument sees one item of a list instead of the form. */
const LIST = new Set(['map', 'filter', 'reduce', 'all', 'none', 'some']);

/** Problems of JSONLogic in a form: operators, and every field it reads. */
export function logicProblems(logic: JsonLogic, path: JsonPath, place: Place): FormProblem[] {
  if (Array.isArray(logic)) {
    return logic.flatMap((part, index) => logicProblems(part, [...path, index], place));
  }
  if (typeof logic !== 'object' || logic === null) return [];
  const [operator, ...others] = Object.keys(logic);
  if (operator === undefined || others.length > 0)
    return [{ path, reason: 'JSONLogic has exactly one operator in each pair of braces' }];
  const at = [...path, operator];
  if (!OPERATORS.has(operator))
    return [{ path: at, reason: `the JSONLogic operator "${operator}" is not supported` }];

  const given = logic[operator] as JsonLogic;
  if (operator === 'var' || operator === 'missing' || operator === 'missing_some')
    return readProblems(operator, given, at, place);
  if (!LIST.has(operator) || !Array.isArray(given)) return logicProblems(given, at, place);
  const inside: Place = { ...place, items: itemsOf(given[0], place) };
  return given.flatMap((part, index) => logicProblems(part, [...at, index], index === 1 ? inside : place));
}

/** The fields of a row, if the list is a group of the form. */
function itemsOf(list: JsonLogic | undefined, { targets }: Place): Place['items'] {
  const name = isObject(list) ? String(list.var) : '';
  const group = targets.get(name.replace(/^data\./, ''))?.component;
  return group && isGrid(group) ? fieldsOf(group.components) : 'unknown';
}

function readProblems(operator: string, given: JsonLogic, path: JsonPath, place: Place): FormProblem[] {
  const list = Array.isArray(given) ? given : [given];
  const names = operator === 'var' ? list.slice(0, 1) : operator === 'missing' ? list : list[1];
  return (Array.isArray(names) ? names : [names]).flatMap((name) => {
    if (typeof name !== 'string') return [{ path, reason: 'the name of a field has to be a text' }];
    const reason = place.items ? itemProblem(name, place.items) : nameProblem(name, place);
    return reason ? [{ path, reason }] : [];
  });
}

/** `name` of one item; in a reduce `accumulator` and `current.name`. */
function itemProblem(name: string, items: readonly FieldComponent[] | 'unknown'): string | undefined {
  if (/^(data|row)\./.test(name)) return `"${name}" cannot be read here: only fields of the one item can`;
  const key = name.replace(/^(accumulator|current\.?)/, '').split('.')[0];
  if (items === 'unknown' || !key || items.some((field) => field.key === key)) return undefined;
  return `the group has no field "${key}"`;
}

/** `data.name`, `row.name`, `data.boxes.option`, and `value` in validations. */
function nameProblem(name: string, { item, targets, before }: Place): string | undefined {
  if (name === 'value' && !before) return undefined;
  const [root, key = '', option, ...rest] = name.split('.');
  if ((root !== 'data' && root !== 'row') || key === '' || rest.length > 0)
    return `"${name}" is unknown: write data.<key>, row.<key>${before ? '' : ' or value'}`;
  const target = root === 'row' && item.grid ? `${item.grid.key}.${key}` : key;
  const field = targets.get(target)?.component;
  if (option !== undefined && field?.type !== 'selectboxes') return `"${key}" has no parts`;
  if (option !== undefined && field && !optionsOf(field)?.some(({ value }) => value === option))
    return `"${option}" is not one of the options of "${key}"`;
  return referenceProblem(target, item, targets, before);
}
