import { describe, expect, test } from 'vitest';
import { evaluate } from '#forms/rules/rules.ts';
import { accepted, fields, inPage, made, NOW, notes, own, reasons } from '../testing.ts';

const OPTIONS = ['ja', 'nei', '1', 'a b'].map((value) => ({ value, label: value }));
const radio = made('radio', { key: 'a', values: OPTIONS });
const boxes = made('selectboxes', { key: 'b', values: [{ value: 'x', label: 'X' }] });
const group = made('datagrid', {
  key: 'g',
  components: [made('textfield', { key: 't' }), made('number', { key: 'n' })],
});
const before = [
  radio,
  boxes,
  made('number', { key: 'n' }),
  made('textfield', { key: 't' }),
  made('day', { key: 'd' }),
  group,
];
const target = (more: object, type = 'textfield') => made(type, { key: 'target', ...more });

const last = (component: object) => inPage(...before, component).at(-1);
const refusal = (component: object) => reasons(...before, component).join('\n');

describe('a condition that only compares', () => {
  test.each<[string, object]>([
    ["show = data.a === 'ja';", { show: true, when: 'a', eq: 'ja' }],
    ["show = row.a !== 'ja'", { show: false, when: 'a', eq: 'ja' }],
    ["show = data.a === 'a b'", { show: true, when: 'a', eq: 'a_b' }],
    ['show = data.b.x === true', { json: { '===': [{ var: 'data.b.x' }, true] } }],
    ['show = !!data.n', { json: { '!!': [{ var: 'data.n' }] } }],
    ['show = data.n > 1', { json: { '>': [{ var: ['data.n', '?'] }, 1] } }],
    ['show = false', { json: { '!': [true] } }],
    [
      "show = _.some(data.g, (row) => { return row.t === 'x'; })",
      { json: { some: [{ var: 'data.g' }, { '===': [{ var: 't' }, 'x'] }] } },
    ],
    [
      'show = _.every(data.g, r => r.n > 0)',
      { json: { none: [{ var: 'data.g' }, { '!': [{ '>': [{ var: ['n', '?'] }, 0] }] }] } },
    ],
    [
      "const one = data.a === 'ja'; const two = data.t; show = one && two;",
      { json: { '!!': [{ and: [{ '===': [{ var: 'data.a' }, 'ja'] }, { var: 'data.t' }] }] } },
    ],
    ["show = ['ja', 'a b'].includes(data.a)", { json: { in: [{ var: 'data.a' }, ['ja', 'a_b']] } }],
  ])('%s is read', (customConditional, conditional) => {
    expect(last(target({ customConditional }))).toMatchObject({ conditional });
  });

  test('goes before a simple one, as in Form.io, and is in the report', () => {
    const component = target({
      customConditional: "show = data.a === 'ja'",
      conditional: { show: true, when: 'a', eq: 'nei' },
    });
    expect(last(component)).toMatchObject({ conditional: { eq: 'ja' } });
    expect(notes(...before, component)).toContain(`the condition "show = data.a === 'ja'" is {"show":true`);
  });

  test.each(['// nothing', 'const a = 1;', 'show = true'])('%s shows always', (customConditional) => {
    expect(last(target({ customConditional }))).not.toHaveProperty('conditional');
  });

  test('ends with an error where a part of what is hidden is read: Form.io shows the component then', () => {
    const hidden = { ...boxes, conditional: { show: true, when: 'a', eq: 'ja' } };
    const { form } = accepted(radio, hidden, target({ customConditional: 'show = data.b.x' }));
    expect(evaluate(form, { a: 'nei' }, NOW).hidden.has('target')).toBe(false);
    expect(evaluate(form, { a: 'ja', b: {} }, NOW).hidden.has('target')).toBe(true);
    const safe = accepted(radio, hidden, target({ customConditional: 'show = data.b?.x' })).form;
    expect(evaluate(safe, { a: 'nei' }, NOW).hidden.has('target')).toBe(true);
  });
});

test.each<[string, string]>([
  ['show = isOpen()', 'the function "isOpen" is not called'],
  ['show = instance.isSubmissionDigital()', 'the function "isSubmissionDigital" is not called'],
  ['show = instance.parent.manualMode', '"instance" belongs to the product'],
  ["show = data.gone === 'x'", 'no field of the form is called "gone"'],
  ["show = data.d === '2026-01-01'", '"d" has another notation here'],
  ["show = data.a === '1'", 'write == instead of ==='],
  ['show = data.t > data.a', 'it compares texts by size'],
  ['show = data.n === null', 'compare with != null'],
  ['data.t = 1; show = true', 'it changes something else'],
  ['while (true) show = false', 'JSONLogic has nothing like it'],
  ['show = ', 'it is no JavaScript'],
  ['show = data.b', ''],
  ['show = data.g[0].t', 'which field it reads is decided while it runs'],
  ["show = data.g.t === 'x'", '"g.t" is in the rows of a group'],
  ['show = _.some(data.g, (row) => row.t === data.t)', 'only the row is read'],
  ['show = new Date(data.d) < new Date()', 'days are not calculated with'],
  ['show = data.a ? null : true', 'null shows the component'],
  ["show = data.t + 'x' === 'ax'", 'it puts a text together'],
])('%s is refused with its part and the way', (customConditional, reason) => {
  const component = target({ customConditional });
  if (reason === '') return expect(refusal(component)).toBe('');
  const found = refusal(component);
  expect(found).toMatch(
    /^components\[6\]\.customConditional: scripts are not run, and this one cannot be read/,
  );
  expect(found).toContain(reason);
  expect(found).toContain('use "conditional": {"show": true');
});

test('in a container or a row, `row` is what is around', () => {
  const shown = target({ customConditional: "show = row.t === 'x'" });
  const container = {
    type: 'container',
    key: 'k',
    label: 'K',
    input: true,
    components: [made('textfield', { key: 't' }), shown],
  };
  const { form } = accepted(made('textfield', { key: 't' }), container);
  expect(evaluate(form, { t: 'x', k_t: '' }, NOW).hidden.has('target')).toBe(true);
  expect(evaluate(form, { t: '', k_t: 'x' }, NOW).hidden.has('target')).toBe(false);
  const rows = made('datagrid', { key: 'g', components: [made('textfield', { key: 't' }), shown] });
  const grid = accepted(rows, made('textfield', { key: 'end' })).form;
  expect(evaluate(grid, { g: [{ t: 'x' }, { t: '' }] }, NOW).hidden).toEqual(new Set(['g[1].target']));
});

describe('a part of a container that may be hidden', () => {
  const container = (more: object, key = 'k', components: object[] = [made('textfield', { key: 'in' })]) => ({
    ...{ type: 'container', key, label: 'K', input: true, components, ...more },
  });
  const onYes = { conditional: { show: true, when: 'a', eq: 'ja' } };
  const reads = (customConditional: string) => target({ customConditional });
  const shownFor = (data: object, ...components: object[]) =>
    !evaluate(
      accepted(radio, boxes, made('checkbox', { key: 'c' }), ...components).form,
      data as never,
      NOW,
    ).hidden.has('target');

  test.each<[string, object, object]>([
    ['an option', onYes, { a: 'ja' }],
    [
      'an option with another value here',
      { conditional: { show: 'true', when: 'a', eq: 'a b' } },
      { a: 'a_b' },
    ],
    ['all but an option', { conditional: { show: false, when: 'a', eq: 'nei' } }, { a: 'ja' }],
    ['a choice of several', { conditional: { show: true, when: 'b', eq: 'x' } }, { b: { x: true } }],
    ['a tick', { conditional: { show: true, when: 'c', eq: 'true' } }, { c: true }],
    ['a script', { customConditional: "show = data.a === 'ja' && !data.c" }, { a: 'ja' }],
  ])('is missing where it is hidden, and Form.io shows what reads it: shown by %s', (_, condition, shown) => {
    const parts = [container(condition), reads("show = data.k.in === 'x'")];
    expect(shownFor({ ...shown, in: 'x' }, ...parts)).toBe(true);
    expect(shownFor({ ...shown, in: 'y' }, ...parts)).toBe(false);
    // There the script ends with an error.
    expect(shownFor({ a: 'nei', in: 'x' }, ...parts)).toBe(true);
    expect(shownFor({ a: 'nei' }, ...parts)).toBe(true);
  });

  test('is missing as well where only what is around it is hidden', () => {
    const inner = container({ customConditional: 'show = data.c' }, 'm');
    const parts = [container(onYes, 'k', [inner]), reads("show = data.k.m.in === 'x'")];
    expect(shownFor({ a: 'nei', c: true }, ...parts)).toBe(true);
    expect(shownFor({ a: 'ja', c: false }, ...parts)).toBe(true);
    expect(shownFor({ a: 'ja', c: true }, ...parts)).toBe(false);
    expect(shownFor({ a: 'ja', c: true, in: 'x' }, ...parts)).toBe(true);
  });

  test('has no result in a calculation', () => {
    const sum = target({ calculateValue: 'value = data.k.in' });
    const { form } = accepted(radio, container(onYes), sum);
    expect(evaluate(form, { a: 'ja', in: 'x' }, NOW).data.target).toBe('x');
    expect(evaluate(form, { a: 'nei' }, NOW).data.target).toBeUndefined();
  });

  test.each<[string, object, string]>([
    ['JSONLogic', { conditional: { json: { '==': [{ var: 'data.a' }, 'ja'] } } }, 'k?.in'],
    [
      'a list',
      {
        conditional: {
          show: true,
          conjunction: 'all',
          conditions: [{ component: 'a', operator: 'isEqual', value: 'ja' }],
        },
      },
      'k?.in',
    ],
    ['no tick', { conditional: { show: true, when: 'c', eq: 'false' } }, 'k?.in'],
    ['what no form has', { customConditional: 'show = data.nothing' }, 'k?.in'],
    ['its own part', { customConditional: "show = data.k.in === 'x'" }, 'k?.in'],
  ])('is refused where its condition is no option or script that can be read: %s', (_, condition, way) => {
    const found = reasons(
      radio,
      made('checkbox', { key: 'c' }),
      container(condition),
      reads('show = data.k.in'),
    );
    expect(found.join('\n')).toContain(`write "${way}"`);
  });

  test('is refused behind a part that may be missing without an error', () => {
    const inner = container({ customConditional: "show = data.a === 'nei'" }, 'm');
    const parts = [radio, container(onYes, 'k', [inner])];
    expect(reasons(...parts, reads('show = data.k?.m.in'))[0]).toContain('write "k.m?.in"');
    expect(reasons(...parts, reads('show = data.k?.m?.in'))).toEqual([]);
  });
});

test('a script in a container that may be hidden reads its parts: it runs only while it is shown', () => {
  const condition = { conditional: { show: true, when: 'a', eq: 'ja' } };
  const box = (key: string, components: object[], more: object = {}) => ({
    ...{ type: 'container', key, label: key, input: true, components, ...more },
  });
  const inner = made('textfield', { key: 'in' });
  const reads = (script: string) => target({ customConditional: script });
  const { form } = accepted(radio, box('k', [inner, reads("show = data.k.in === 'x'")], condition));
  const isHidden = (data: object) => evaluate(form, data as never, NOW).hidden.has('target');
  expect([isHidden({ a: 'ja', in: 'x' }), isHidden({ a: 'ja' }), isHidden({ a: 'nei' })]).toEqual([
    false,
    true,
    true,
  ]);
  // One beside it, whose name only begins alike, is not inside.
  const beside = accepted(radio, box('k', [inner], condition), box('kk', [reads('show = data.k.in')])).form;
  expect(evaluate(beside, { a: 'nei' }, NOW).hidden.has('target')).toBe(false);
});

describe('calculations', () => {
  test.each<[string, string, object]>([
    ['number', 'value = data.n * 2', { '*': [{ '+': [{ var: 'data.n' }] }, 2] }],
    ['number', 'value = data.n', { var: 'data.n' }],
    ['number', 'value = 25', { '+': [25] }],
    ['textfield', "value = 'fest';", { cat: ['fest'] }],
    ['checkbox', "value = data.a === 'ja'", { '===': [{ var: 'data.a' }, 'ja'] }],
    [
      'number',
      'value = num(data.n) + num(row.n); function num(x) { return parseFloat(x || 0); }',
      { '+': [{ '+': [{ or: [{ var: 'data.n' }, 0] }] }, { '+': [{ or: [{ var: 'data.n' }, 0] }] }] },
    ],
  ])('of a %s: %s', (type, calculateValue, logic) => {
    expect(last(target({ calculateValue }, type))).toMatchObject({ calculateValue: logic });
  });

  test.each([
    ['number', "value = 'a'"],
    ['textfield', 'value = [1]'],
    ['number', 'if (data.n) value = 1'],
    ['textfield', 'value = value.trim()'],
  ])('of a %s that are none are refused: %s', (type, calculateValue) => {
    expect(refusal(target({ calculateValue }, type))).toContain('write JSONLogic in calculateValue');
  });
});

test('a check is true or a text', () => {
  const custom = "valid = input === data.t ? true : 'Nein, ' + component.label;";
  expect(last(target({ validate: { custom, required: true } }))).toMatchObject({
    validate: {
      required: true,
      json: { if: [{ '===': [{ var: 'data.target' }, { var: 'data.t' }] }, true, 'Nein, Angabe'] },
    },
  });
  expect(refusal(target({ validate: { custom: 'valid = data.n' } }))).toContain('a check answers true');
});

test('a default value that is always the same is one, another is refused', () => {
  expect(last(target({ customDefaultValue: "value = 'x'" }))).toMatchObject({ defaultValue: 'x' });
  expect(refusal(target({ customDefaultValue: 'value = data.t' }))).toContain('use defaultValue');
});

describe("lines that a product's builder writes by itself", () => {
  test.each([
    ['fnrfield', 'valid = instance.validateFnrNew(input)'],
    ['orgNr', 'valid = instance.validateOrganizationNumber(input);'],
    ['bankAccount', 'valid = instance.validateAccountNumber(input)'],
    ['iban', 'valid = instance.validateIban(input);'],
    ['navDatepicker', 'valid = instance.validateDatePickerV2(input, data, component, row);'],
    [
      'navDatepicker',
      'valid = instance.validateDatePicker(input, data,component.beforeDateInputKey, component.mayBeEqual, component.earliestAllowedDate, component.latestAllowedDate, row);',
    ],
  ])('%s: %s is left out, and said', (type, custom) => {
    const component = own(type, { validate: { required: true, custom } });
    expect(fields(component)).toEqual(['a']);
    expect(inPage(component)[0]).toMatchObject({ validate: { required: true } });
    expect(notes(component)).toContain("of the product's builder is left out");
  });

  test('are refused in components of other types, and where they say more', () => {
    const custom = 'valid = instance.validateFnrNew(input)';
    expect(reasons(made('textfield', { validate: { custom } }))).toHaveLength(1);
    expect(reasons(own('fnrfield', { validate: { custom: `${custom} || data.x` } }))).toHaveLength(1);
  });
});

test("an identity's parts can be asked for", () => {
  const component = own('identity', { key: 'identitet', validate: { required: true } });
  const shown = target({
    customConditional:
      "show = row.identitet.harDuFodselsnummer === 'nei' || (row.identitet.identitetsnummer && !row.identitet.harDuFodselsnummer)",
  });
  const { form } = accepted(component, shown);
  const found = (answer: string) => evaluate(form, { identitet_harDuFodselsnummer: answer }, NOW);
  expect(found('nei').hidden.has('target')).toBe(false);
  expect(found('ja').hidden.has('target')).toBe(true);
  expect(found('ja').errors.map(({ path }) => path)).toEqual(['identitet_identitetsnummer']);
  expect(found('nei').errors.map(({ path }) => path)).toEqual(['identitet_fodselsdato']);
});
