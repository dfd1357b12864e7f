import { optionsOf } from './components.ts';
import type { FormProblem } from './schema.ts';
import type { JsonPath, Placed, Targets } from './schema-checks.ts';
import { referenceProblem } from './schema-conditions.ts';
import type { JsonLogic } from './types.ts';

/** `before`: only fields in front of the component may be used, as for conditions and calculations. */
type Place = { item: Placed; targets: Targets; before: boolean };

const OPERATORS = new Set(
  'var missing missing_some if ?: == === != !== ! !! or and > >= < <= max min + - * / % map filter reduce all none some merge in cat substr'.split(
    ' ',
  ),
);
/** Operators whose second part sees one item of a list instead of the form. */
const LIST = new Set(['map', 'filter', 'reduce', 'all', 'none', 'some']);

/** Problems of JSONLogic in a form: operators, and every field it reads. */
export function logicProblems(logic: JsonLogic, path: JsonPath, place: Place, inList = false): FormProblem[] {
  if (Array.isArray(logic)) {
    return logic.flatMap((part, index) => logicProblems(part, [...path, index], place, inList));
  }
  if (typeof logic !== 'object' || logic === null) return [];
  const operators = Object.keys(logic);
  const operator = operators[0];
  if (operators.length !== 1 || operator === undefined)
    return [{ path, reason: 'JSONLogic has exactly one operator in each pair of braces' }];
  const at = [...path, operator];
  if (!OPERATORS.has(operator))
    return [{ path: at, reason: `the JSONLogic operator "${operator}" is not supported` }];

  const given = logic[operator] as JsonLogic;
  if (operator === 'var' || operator === 'missing' || operator === 'missing_some') {
    return inList ? [] : readProblems(operator, given, at, place);
  }
  if (!LIST.has(operator) || !Array.isArray(given)) return logicProblems(given, at, place, inList);
  return given.flatMap((part, index) => logicProblems(part, [...at, index], place, inList || index === 1));
}

function readProblems(operator: string, given: JsonLogic, path: JsonPath, place: Place): FormProblem[] {
  const list = Array.isArray(given) ? given : [given];
  const names = operator === 'var' ? list.slice(0, 1) : operator === 'missing' ? list : list[1];
  return (Array.isArray(names) ? names : [names]).flatMap((name) => {
    const reason =
      typeof name === 'string' ? nameProblem(name, place) : 'the name of a field has to be a text';
    return reason ? [{ path, reason }] : [];
  });
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
