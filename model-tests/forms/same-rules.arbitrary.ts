import fc from 'fast-check';
import { dateChecks, textChecks } from '#forms/rules/check-names.ts';
import { errorKeys } from '#forms/rules/error-keys.ts';
import type { ValueField } from '#forms/types.ts';

/** Draws values one after the other, so that later parts of a form can refer to earlier ones. */
export type Draw = fc.GeneratorValue;
type Json = Record<string, unknown>;
type Target = { name: string; type: string; grid?: string };
type Scope = { draw: Draw; targets: Target[]; grid?: string; counters: { field: number; layout: number } };

const OPTIONS = ['one', 'two', '3', '04', 'true'];
const BOXES = ['red', 'green', 'blue'];
const PATTERNS = ['[0-9]{5}', '[A-Z][a-z]+', '(ja|nein)', '.*', '(?=.*[0-9])(?!.*x)[^ ]+', '([a-z]+)*'];
const MESSAGE = 'Bitte prüfen Sie diese Angabe.';
const TEXT_TYPES = ['textfield', 'email', 'phoneNumber', 'textarea'];
const CALCULATED = [...TEXT_TYPES, 'number', 'currency', 'checkbox', 'hidden'];
const FIELD_TYPES = [
  ...TEXT_TYPES,
  'number',
  'currency',
  'day',
  'datetime',
  'select',
  'radio',
  'selectboxes',
  'checkbox',
  'file',
  'hidden',
];

/** A form of all component types, conditions and calculations that the subset has, as a form file. */
export function drawForm(draw: Draw): Json {
  const scope: Scope = { draw, targets: [], counters: { field: 0, layout: 0 } };
  const panels = Array.from({ length: pick(draw, [1, 2]) }, () => {
    const panel = { ...base('panel', scope, 'l'), title: 'Seite' };
    return { ...panel, components: drawComponents(scope, 2) };
  });
  return { name: 'generated', title: 'Formular', display: 'wizard', components: panels };
}

const pick = <T>(draw: Draw, values: readonly T[]): T => draw(fc.constantFrom, ...values) as T;
const chance = (draw: Draw, percent: number): boolean => draw(fc.integer, { min: 1, max: 100 }) <= percent;

function base(type: string, scope: Scope, kind: 'f' | 'l'): Json {
  let number = kind === 'f' ? ++scope.counters.field : ++scope.counters.layout;
  if (scope.grid === `${kind}${number}`) number = ++scope.counters.field;
  const component: Json = { type, key: `${kind}${number}`, label: 'Text' };
  if (chance(scope.draw, 40)) {
    const conditional = drawCondition(scope);
    if (conditional) component.conditional = conditional;
  }
  return component;
}

function drawComponents(scope: Scope, depth: number): Json[] {
  return Array.from({ length: pick(scope.draw, [1, 2, 3]) }, () => drawComponent(scope, depth));
}

function drawComponent(scope: Scope, depth: number): Json {
  const { draw } = scope;
  const kind = depth === 0 ? 0 : draw(fc.integer, { min: 0, max: 9 });
  if (kind === 6) return { ...base('content', scope, 'l'), html: '<p>Text</p>' };
  if (kind === 7)
    return { ...base('fieldset', scope, 'l'), legend: 'Text', components: drawComponents(scope, depth - 1) };
  if (kind === 8) {
    const columns = base('columns', scope, 'l');
    return {
      ...columns,
      columns: [1, 2].map(() => ({ width: 6, components: drawComponents(scope, depth - 1) })),
    };
  }
  return kind === 9 && !scope.grid ? drawGrid(scope, depth) : drawField(scope);
}

function drawGrid(scope: Scope, depth: number): Json {
  const { draw, targets } = scope;
  const grid: Json = {
    ...base(pick(draw, ['datagrid', 'editgrid']), scope, 'f'),
    input: true,
    addAnother: 'Text',
  };
  const name = String(grid.key);
  targets.push({ name, type: 'grid' });
  const validate: Json = {};
  if (chance(draw, 40)) validate.required = true;
  if (chance(draw, 20)) validate.minLength = 1;
  if (chance(draw, 20)) validate.maxLength = 2;
  if (chance(draw, 15)) validate.json = drawValidation(scope);
  if (chance(draw, 10)) validate.customMessage = MESSAGE;
  if (chance(draw, 20)) grid.errors = drawMessages(draw);
  const inner = { ...scope, grid: name, counters: { field: 0, layout: 0 } };
  return { ...grid, validate, components: drawComponents(inner, depth - 1) };
}

function drawField(scope: Scope): Json {
  const { draw, targets, grid } = scope;
  const type = pick(draw, FIELD_TYPES);
  const field: Json = { ...base(type, scope, 'f'), input: true };
  const validate: Json = chance(draw, 45) ? { required: true } : {};
  if (chance(draw, 15)) validate.json = drawValidation(scope);
  if (chance(draw, 10)) validate.customMessage = MESSAGE;
  if (TEXT_TYPES.includes(type)) {
    if (chance(draw, 25)) validate.minLength = 3;
    if (chance(draw, 25)) validate.maxLength = 6;
    if (chance(draw, 25)) validate.pattern = pick(draw, PATTERNS);
    if (chance(draw, 30)) field.properties = { charset: pick(draw, ['A', 'B', 'C']) };
  }
  if (type === 'number' || type === 'currency') {
    if (chance(draw, 30)) validate.min = pick(draw, [-1, 0, 1.5]);
    if (chance(draw, 30)) validate.max = pick(draw, [2, 10, 100]);
  }
  Object.assign(field, typeProperties(type, draw));
  const checks = drawChecks(type, scope);
  if (checks) field.properties = { ...(field.properties as Json | undefined), ...checks };
  if (type !== 'hidden' && chance(draw, 20)) field.errors = drawMessages(draw);
  const calculates = CALCULATED.includes(type) && !checks && chance(draw, 30);
  if (calculates) field.calculateValue = drawCalculation(scope);
  else if (chance(draw, 20)) Object.assign(field, defaultOf(type, draw));
  targets.push({ name: grid ? `${grid}.${field.key}` : String(field.key), type, grid });
  return type === 'hidden' ? field : { ...field, validate };
}

/** Named checks that a field of the type can have. */
function drawChecks(type: string, scope: Scope): Json | undefined {
  const { draw } = scope;
  if ((type === 'textfield' || type === 'phoneNumber') && chance(draw, 30)) {
    const check = pick(draw, textChecks);
    return check === 'iban' && chance(draw, 30) ? { check, countries: 'DE' } : { check };
  }
  if (type !== 'day' && type !== 'datetime') return undefined;
  const properties: Json = {};
  if (chance(draw, 30)) properties.check = pick(draw, dateChecks);
  if (chance(draw, 20)) Object.assign(properties, { openingHours: 'Mo-Fr 08:00-12:00', leadDays: '3' });
  const others = reachable(scope).filter((target) => target.type === 'day' || target.type === 'datetime');
  if (others.length > 0 && chance(draw, 60)) {
    properties[pick(draw, ['notBefore', 'notAfter'])] = pick(draw, others).name;
  }
  return properties;
}

/** Own messages for some of the rules. */
const drawMessages = (draw: Draw): Json =>
  Object.fromEntries(
    errorKeys.filter(() => chance(draw, 50)).map((key) => [key, `Bitte prüfen Sie das: ${key}.`]),
  );

function drawLimits(draw: Draw): Json {
  const limits: Json = {};
  if (chance(draw, 30)) limits.minDate = pick(draw, ['2000-01-01', "moment().subtract(18, 'years')"]);
  if (chance(draw, 30)) limits.maxDate = pick(draw, ['2030-12-31', 'moment()', "moment().add(3, 'months')"]);
  return limits;
}

function typeProperties(type: string, draw: Draw): Json {
  const options = (values: string[]) => values.map((value) => ({ value, label: value }));
  switch (type as ValueField['type']) {
    case 'number':
      return chance(draw, 30) ? { decimalLimit: pick(draw, [0, 2]) } : {};
    case 'currency':
      return { currency: 'EUR' };
    case 'day':
      return drawLimits(draw);
    case 'datetime':
      return { enableDate: true, enableTime: chance(draw, 50), ...drawLimits(draw) };
    case 'select':
      return { data: { values: options(OPTIONS) } };
    case 'radio':
      return { values: options(OPTIONS) };
    case 'selectboxes':
      return { values: options(BOXES) };
    case 'file':
      return { multiple: chance(draw, 50), filePattern: 'application/pdf,image/png', fileMaxSize: '1MB' };
    case 'textfield':
    case 'email':
    case 'phoneNumber':
    case 'textarea':
    case 'checkbox':
    case 'hidden':
      return {};
  }
}

function defaultOf(type: string, draw: Draw): Json {
  if (type === 'email') return { defaultValue: 'Eva@Example.org' };
  if (type === 'day') return { defaultValue: '01/31/2001' };
  if (type === 'hidden' || TEXT_TYPES.includes(type)) return { defaultValue: pick(draw, ['Eva', '24103']) };
  if (type === 'number' || type === 'currency') return { defaultValue: 5 };
  if (type === 'select' || type === 'radio') return { defaultValue: pick(draw, OPTIONS) };
  if (type === 'selectboxes') return { defaultValue: { red: true } };
  return type === 'checkbox' ? { defaultValue: true } : {};
}

/** Fields a component may refer to: those before it, except in other groups, and not its own group as a whole. */
const reachable = ({ targets, grid }: Scope): Target[] =>
  targets.filter((target) => (!target.grid || target.grid === grid) && target.name !== grid);

function drawCondition(scope: Scope): Json | undefined {
  const { draw } = scope;
  const targets = reachable(scope);
  const plain = targets.filter(({ type }) => type !== 'grid' && type !== 'file');
  const kind = pick(draw, ['simple', 'list', 'json']);
  if (kind === 'json') return targets.length === 0 ? undefined : { json: drawTest(scope) };
  if (plain.length === 0) return undefined;
  if (kind === 'simple') {
    const target = pick(draw, plain);
    return {
      show: pick(draw, [true, false, 'true', 'false']),
      when: target.name,
      eq: comparable(target.type, draw),
    };
  }
  const conditions = Array.from({ length: pick(draw, [1, 2, 3]) }, () => drawTerm(pick(draw, plain), draw));
  return { show: chance(draw, 70), conjunction: pick(draw, ['all', 'any']), conditions };
}

function drawTerm({ name, type }: Target, draw: Draw): Json {
  const operators = ['isEqual', 'isNotEqual', 'isEmpty', 'isNotEmpty'];
  if (type === 'number' || type === 'currency')
    operators.push('lessThan', 'lessThanOrEqual', 'greaterThan', 'greaterThanOrEqual');
  if (TEXT_TYPES.includes(type)) operators.push('includes', 'notIncludes');
  const operator = pick(draw, operators);
  return operator.endsWith('Empty')
    ? { component: name, operator }
    : { component: name, operator, value: comparable(type, draw) };
}

function comparable(type: string, draw: Draw): string | number | boolean {
  if (type === 'number' || type === 'currency') return pick(draw, [0, 1, 5]);
  if (type === 'checkbox') return pick(draw, [true, false, 'true', 'false']);
  if (type === 'selectboxes') return pick(draw, BOXES);
  return type === 'select' || type === 'radio' ? pick(draw, OPTIONS) : pick(draw, ['Eva', 'a', '24103', '']);
}

const read = ({ name, grid }: Target, draw: Draw): Json => {
  const key = name.split('.').at(-1);
  if (grid) return { var: `row.${key}` };
  return { var: chance(draw, 10) ? [`data.${key}`, 1] : `data.${key}` };
};

/** A field of the group's rows; any name for other targets, in which nothing can be found. */
function rowKey({ targets, draw }: Scope, group: Target): string {
  const inner = targets.filter((target) => target.grid === group.name);
  return inner.length === 0 ? '' : String(pick(draw, inner).name.split('.').at(-1));
}

function drawTest(scope: Scope, depth = 2): Json {
  const { draw } = scope;
  const target = pick(draw, reachable(scope));
  const value =
    target.type === 'selectboxes' && !target.grid && chance(draw, 70)
      ? { var: `data.${target.name}.${pick(draw, BOXES)}` }
      : read(target, draw);
  switch (draw(fc.integer, { min: depth === 0 ? 3 : 0, max: 10 })) {
    case 0:
      return { and: [drawTest(scope, depth - 1), drawTest(scope, depth - 1)] };
    case 1:
      return { or: [drawTest(scope, depth - 1), drawTest(scope, depth - 1)] };
    case 2:
      return { '!': [drawTest(scope, depth - 1)] };
    case 3:
      return { '==': [value, comparable(target.type, draw)] };
    case 4:
      return { '>=': [value, pick(draw, [0, 5])] };
    case 5:
      return { in: [pick(draw, ['one', 'a', 'true']), value] };
    case 6:
      return { '!!': [value] };
    case 7:
      return { some: [value, { '>': [{ var: rowKey(scope, target) }, 1] }] };
    case 10:
      return { [pick(draw, ['<', '>='])]: [{ age: [read(target, draw)] }, 18] };
    case 8:
      return { '!': [{ missing: [Object.values(value).flat()[0]] }] };
    default:
      return { if: [value, true, null] };
  }
}

function drawCalculation(scope: Scope): Json {
  const { draw } = scope;
  const targets = reachable(scope);
  if (targets.length === 0) return { '+': [1, 2] };
  const first = pick(draw, targets);
  const one = read(first, draw);
  const other = read(pick(draw, targets), draw);
  switch (draw(fc.integer, { min: 0, max: 7 })) {
    case 0:
      return { '+': [one, other] };
    case 1:
      return { '*': [one, 1.1] };
    case 2:
      return { '/': [one, other] };
    case 3:
      return { max: [one, other, 0] };
    case 4:
      return { cat: [one, '-', other] };
    case 5:
      return { if: [drawTest(scope), one] };
    case 6:
      return {
        reduce: [one, { '+': [{ var: 'accumulator' }, { var: `current.${rowKey(scope, first)}` }] }, 0],
      };
    default:
      return drawTest(scope);
  }
}

function drawValidation(scope: Scope): Json {
  const { draw } = scope;
  const own = { '!=': [{ var: 'value' }, pick(draw, ['Eva', 5, null, true])] };
  const test = reachable(scope).length > 0 && chance(draw, 60) ? { and: [own, drawTest(scope)] } : own;
  return chance(draw, 60) ? { if: [test, true, 'Das passt nicht.'] } : test;
}
