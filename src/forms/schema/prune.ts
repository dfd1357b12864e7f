/** What the Form.io builder writes into every component without any effect here. */
const WITHOUT_EFFECT: Record<string, unknown> = {
  tableView: undefined,
  id: undefined,
  placeholder: undefined,
  tooltip: undefined,
  refreshOnChange: undefined,
  labelPosition: undefined,
  optionsLabelPosition: undefined,
  inputFormat: undefined,
  inputType: undefined,
  inputMode: undefined,
  validateOn: undefined,
  applyMaskOn: undefined,
  theme: undefined,
  size: undefined,
  persistent: true,
  clearOnHide: true,
  tree: true,
  spellcheck: undefined,
  autofocus: undefined,
  showValidations: undefined,
  dataSrc: 'values',
  dataType: 'string',
  calculateServer: undefined,
  lazyLoad: undefined,
  offset: 0,
  push: 0,
  pull: 0,
  currentWidth: undefined,
};

/** False has a meaning for these, so it is not "switched off". */
const FALSE_MEANS = new Set([
  'persistent',
  'clearOnHide',
  'input',
  'enableDate',
  'enableTime',
  'multiple',
  'show',
]);
const CONTAINERS = new Set(['components', 'columns']);

/**
 * The same JSON without component properties that have no effect: switched off, or noise from the builder. The schema
 * refuses remaining unknown ones.
 */
export function withoutSwitchedOff(json: unknown): unknown {
  if (!isRecord(json)) return json;
  return { ...json, components: prunedList(json.components) };
}

const prunedList = (list: unknown): unknown => (Array.isArray(list) ? list.map(pruned) : list);

function pruned(component: unknown): unknown {
  if (!isRecord(component)) return component;
  const kept = Object.entries(component).filter(([key, value]) => !hasNoEffect(key, value));
  const result: Record<string, unknown> = Object.fromEntries(kept);
  for (const key of CONTAINERS) if (key in result) result[key] = prunedList(result[key]);
  for (const key of ['validate', 'conditional', 'properties']) {
    const value = result[key];
    if (!isRecord(value)) continue;
    const inner = Object.entries(value).filter(([name, part]) => !hasNoEffect(name, part));
    if (inner.length === 0 || (key === 'conditional' && !hasCondition(value))) delete result[key];
    else result[key] = key === 'conditional' ? withoutEmptyJson(value) : Object.fromEntries(inner);
  }
  return result;
}

/** `show: false` and `eq: ""` have a meaning; an empty `json` next to a simple condition does not. */
function withoutEmptyJson({ json, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return json === '' || json === null || json === undefined ? rest : { ...rest, json };
}

const hasCondition = (value: Record<string, unknown>): boolean =>
  Boolean(value.when || value.json || (Array.isArray(value.conditions) && value.conditions.length > 0));

function hasNoEffect(key: string, value: unknown): boolean {
  if (CONTAINERS.has(key)) return false;
  if (Object.hasOwn(WITHOUT_EFFECT, key)) {
    return WITHOUT_EFFECT[key] === undefined || WITHOUT_EFFECT[key] === value;
  }
  if (value === false) return !FALSE_MEANS.has(key);
  if (value === null || value === '') return true;
  return Array.isArray(value) ? value.length === 0 && key !== 'values' : isRecord(value) && isEmpty(value);
}

const isEmpty = (value: Record<string, unknown>): boolean => Object.keys(value).length === 0;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
