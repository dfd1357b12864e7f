import { describe, expect, test } from 'vitest';
import { evaluate } from '../rules/rules.ts';
import { formOf } from '../testing/form.ts';
import { parseForm } from './schema.ts';

const field = (more: object = {}) => ({ type: 'textfield', key: 'x', label: 'X', input: true, ...more });
const options = { values: [{ value: 'a', label: 'A' }] };
const group = (...components: object[]) =>
  field({ type: 'datagrid', key: 'group', addAnother: 'Noch eine', components });

/** Problems as `path: reason`, the path counted from the component. */
function problems(...components: object[]): string[] {
  const page = { type: 'panel', key: 'page', label: 'Seite', title: 'Seite', components };
  const result = parseForm({ name: 'test', title: 'Test', display: 'wizard', components: [page] });
  return 'form' in result
    ? []
    : result.problems.map(({ path, reason }) => `${path.slice(3).join('.')}: ${reason}`);
}

describe('scripts are refused, whatever their name', () => {
  test.each([
    ['customConditional', field({ customConditional: 'show = data.a' })],
    ['customDefaultValue', field({ customDefaultValue: 'value = 1' })],
    ['calculateValue', field({ calculateValue: 'value = data.a + 1' })],
    ['validate.custom', field({ validate: { custom: 'valid = false' } })],
    ['logic', field({ logic: [{ trigger: {} }] })],
    ['minDate', field({ type: 'day', minDate: 'alert(1)' })],
  ])('%s', (where, component) => {
    expect(problems(component)).toHaveLength(1);
    expect(problems(component)[0]).toMatch(new RegExp(`^0\\.${where.replace('.', '\\.')}: `));
  });
});

describe('what lies outside of the subset is named with its place', () => {
  test.each([
    ['0.type: component type "survey" is not supported', field({ type: 'survey' })],
    ['0.type: component type "panel" is not supported', { type: 'panel', key: 'p', label: 'P', title: 'P' }],
    ['0.hidden: ', field({ hidden: true })],
    ['0.clearOnHide: ', field({ clearOnHide: false })],
    ['0.persistent: ', field({ persistent: false })],
    ['0.multiple: ', field({ multiple: true })],
    ['0.validate.unique: ', field({ validate: { unique: true } })],
    ['0.validate.min: ', field({ validate: { min: 1 } })],
    ['0.validate.pattern: this is no regular expression', field({ validate: { pattern: '[a' } })],
    ['0.validate.pattern: put alternatives in parentheses', field({ validate: { pattern: 'a|b' } })],
    ['0.validate.pattern: put alternatives in parentheses', field({ validate: { pattern: '(a|b)c|d' } })],
    ['0.validate.pattern: a reference to a part', field({ validate: { pattern: '(a)\\1' } })],
    [
      '0.validate.pattern: the counts of the pattern are too high',
      field({ validate: { pattern: '([a-z]{0,100})*', maxLength: 9_000 } }),
    ],
    ['0.validate.max: max is below min', field({ type: 'number', validate: { min: 5, max: 2 } })],
    ['0.validate.maxLength: maxLength is below', field({ validate: { minLength: 5, maxLength: 2 } })],
    [
      '0.properties.area: the portal fills this in',
      field({ properties: { check: 'inArea', area: { name: 'Kiel', postcodes: ['24103'] } } }),
    ],
    ['0.properties.charset: ', field({ properties: { charset: 'D' } })],
    ['0.properties.prefill: ', field({ properties: { prefill: 'surname' } })],
    [
      '0.properties.lockedFrom: a trust level',
      field({ properties: { prefill: 'email', lockedFrom: 'top' } }),
    ],
    ['0.properties.lockedFrom: only a field', field({ properties: { lockedFrom: 'high' } })],
    [
      '0.disabled: it is disabled already',
      field({ disabled: true, properties: { prefill: 'email', lockedFrom: 'high' } }),
    ],
    ['0.key: ', field({ key: 'my-key' })],
    ['0.key: this key is reserved', field({ key: 'constructor' })],
    ['0.label: ', field({ label: '' })],
    ['0.label: a text is missing here', field({ label: ' ' })],
    ['0.widget: "widget" is outside of the supported subset', field({ widget: { type: 'calendar' } })],
    ['0.components: ', group()],
    ['0.values: two options', field({ type: 'radio', values: [options.values[0], options.values[0]] })],
    ['0.values.0.value: ', field({ type: 'selectboxes', values: [{ value: '1', label: 'A' }] })],
    ['0.defaultValue: ', field({ type: 'select', data: options, defaultValue: 'b' })],
    ['0.data.url: ', field({ type: 'select', data: { ...options, url: 'https://example.org' } })],
    ['0.filePattern: ', field({ type: 'file', multiple: false, filePattern: '*', fileMaxSize: '1MB' })],
    ['0.fileMaxSize: ', field({ type: 'file', multiple: false, filePattern: 'a/b', fileMaxSize: 'big' })],
    ['0.components.0.type: a repeating group', group({ ...group(field({ key: 'y' })), key: 'inner' })],
  ])('%s', (expected, component) => {
    const found = problems(component);
    expect(found.filter((problem) => problem.startsWith(expected))).toHaveLength(1);
  });

  test('all at once, so that a form is corrected in one go', () => {
    expect(problems(field({ hidden: true }), field({ key: 'y', type: 'survey' }))).toHaveLength(2);
  });

  test('also when the whole is no form', () => {
    for (const json of [null, [], 'form', {}, { components: 5 }])
      expect(parseForm(json)).toMatchObject({
        problems: expect.arrayContaining([{ path: expect.anything(), reason: expect.any(String) }]),
      });
  });
});

describe('keys are unique', () => {
  test('among pages, layout and fields, and in a group with the group itself', () => {
    expect(problems(field(), field())).toEqual(['1.key: the key "x" is used twice']);
    expect(problems(field({ key: 'group' }), group(field()))).toEqual([
      '1.key: the key "group" is used twice',
    ]);
    expect(problems(field({ key: 'page' }))).toEqual(['0.key: the key "page" is used twice']);
    expect(problems(group(field({ key: 'group' })))).toEqual([
      '0.components.0.key: the key "group" is used twice',
    ]);
  });

  test('but a group has keys of its own', () => {
    expect(problems(field(), group(field()))).toEqual([]);
  });
});

describe('conditions and JSONLogic point at fields that come before', () => {
  test('and compare with what a field can be', () => {
    const upload = field({ type: 'file', multiple: false, filePattern: 'a/b', fileMaxSize: '1MB' });
    const when = field({ key: 'y', conditional: { show: true, when: 'x', eq: 'a' } });
    expect(problems(upload, when)).toEqual([
      '1.conditional.when: files and groups cannot be compared; use JSONLogic',
    ]);
    expect(problems(field({ type: 'checkbox' }), when)).toEqual([
      '1.conditional.eq: a checkbox is true or false',
    ]);
  });

  const json = (logic: object, key = 'y') => field({ key, conditional: { json: logic } });
  test.each([
    ['there is no field "z"', field({ conditional: { show: true, when: 'z', eq: 'a' } })],
    ['"x" comes later', field({ conditional: { show: true, when: 'x', eq: 'a' } })],
    ['there is no field "z"', json({ '==': [{ var: 'data.z' }, 1] })],
    ['"y" comes later', json({ '!!': [{ var: 'data.y' }] })],
    ['write data.<key>', json({ '!!': [{ var: 'form.title' }] })],
    ['write data.<key>', json({ '!!': [{ var: 'data.' }] })],
    ['write data.<key>', json({ '!!': [{ var: 'data.x.a.b' }] })],
    ['"x" has no parts', field({ key: 'y', conditional: { json: { '!!': [{ var: 'data.x.a' }] } } })],
    ['operator "log" is not supported', json({ log: 'x' })],
    ['operator "_get" is not supported', json({ _get: [1, 2] })],
    ['exactly one operator', json({ and: [true], or: [true] })],
    ['exactly one operator', json({ and: [true, {}] })],
    ['the name of a field has to be a text', json({ var: { cat: ['data.', 'x'] } })],
    ['there is no field "z"', json({ and: [true, { '!!': [{ var: ['data.z', 1] }] }] })],
    ['there is no field "z"', json({ missing: ['data.z'] })],
    ['there is no field "z"', json({ missing_some: [1, ['data.z']] })],
    ['there is no field "z"', json({ missing_some: [1, 'data.z'] })],
    ['there is no field "z"', json({ all: { var: 'data.z' } })],
    ['"value" is unknown: write data.<key>, row.<key>', json({ '!!': [{ var: 'value' }] })],
    ['there is no field "z"', field({ calculateValue: { var: 'data.z' } })],
    ['"x" comes later', field({ calculateValue: { var: 'data.x' } })],
    ['"x" comes later', field({ conditional: { show: true, when: 'x', eq: 'a' } })],
    ['a calculated field has no default value', field({ calculateValue: { cat: ['a'] }, defaultValue: 'b' })],
    ['there is no field "z"', field({ validate: { json: { var: 'data.z' } } })],
    ['write data.<key>, row.<key> or value', field({ validate: { json: { var: 'form.title' } } })],
  ])('%s', (reason, component) => {
    expect(problems(component).join()).toContain(reason);
  });

  test('a part of an answer is one of the options of boxes', () => {
    const boxes = field({ type: 'selectboxes', ...options });
    expect(problems(boxes, json({ '!!': [{ var: 'data.x.a' }] }))).toEqual([]);
    expect(problems(boxes, json({ '!!': [{ var: 'data.x.b' }] })).join()).toContain(
      '"b" is not one of the options of "x"',
    );
  });

  test('in a list of conditions as well', () => {
    const term = (component: string) => ({
      conditional: { show: true, conjunction: 'all', conditions: [{ component, operator: 'isEmpty' }] },
    });
    const at = '0.conditional.conditions.0.component: ';
    expect(problems(field(term('z')))).toEqual([`${at}there is no field "z"`]);
    expect(problems(field(term('y')), field({ key: 'y' }))).toEqual([
      `${at}"y" comes later; refer to fields that come before`,
    ]);
  });

  test('what holds no value is not referred to', () => {
    const layout = { type: 'fieldset', key: 'part', label: 'P', legend: 'P', components: [field()] };
    expect(problems(layout, field({ key: 'y', conditional: { show: true, when: 'part', eq: 'a' } }))).toEqual(
      ['1.conditional.when: there is no field "part"'],
    );
  });

  test('a list that is no group of the form has items of its own', () => {
    const inner = field({ key: 'inner' });
    const some = (list: unknown, name: string) => json({ some: [list, { var: name }] });
    expect(problems(group(inner), some({ merge: [{ var: 'data.group' }] }, 'other'))).toEqual([]);
    expect(problems(field(), some({ var: 'data.x' }, 'other'))).toEqual([]);
    expect(problems(group(inner), some({ var: 'data.group' }, ''))).toEqual([]);
    const sum = (name: string) => json({ reduce: [{ var: 'data.group' }, { var: name }, 0] });
    expect(problems(group(inner), sum('accumulator'))).toEqual([]);
    expect(problems(group(inner), sum('current.inner'))).toEqual([]);
    expect(problems(group(inner), sum('current.other')).join()).toContain('the group has no field "other"');
    // The initial value (third argument) is evaluated outside of the items.
    const start = { reduce: [{ var: 'data.group' }, { var: 'accumulator' }, { var: 'data.z' }] };
    expect(problems(group(inner), json(start)).join()).toContain('there is no field "z"');
  });

  test('outside of groups the row is all data, limits may be equal, and alternatives in parentheses', () => {
    expect(problems(field(), json({ '!!': [{ var: 'row.x' }] }))).toEqual([]);
    expect(problems(field({ type: 'number', validate: { min: 5, max: 5 } }))).toEqual([]);
    expect(problems(field({ validate: { minLength: 5, maxLength: 5 } }))).toEqual([]);
    for (const pattern of ['(a|b)c', '[|]', '\\|', '((a|b)|c)'])
      expect(problems(field({ validate: { pattern } }))).toEqual([]);
  });

  test('inside of a group at its row, from outside at the group as a whole', () => {
    const inner = field({ key: 'inner' });
    const when = (name: string) => ({ conditional: { show: true, when: name, eq: 'a' } });
    expect(problems(group(inner, field({ ...when('group.inner') })))).toEqual([]);
    expect(problems(group(inner), field({ ...when('group.inner') })).join()).toContain('same row');
    expect(problems(group(inner), json({ some: [{ var: 'data.group' }, { var: 'inner' }] }))).toEqual([]);
    const foreign = { some: [{ var: 'data.group' }, { var: 'data.inner' }] };
    expect(problems(group(inner), json(foreign)).join()).toContain('only fields of the one item');
    expect(problems(group(inner), json({ some: [{ var: 'data.group' }, { var: 'none' }] })).join()).toContain(
      'the group has no field "none"',
    );
    expect(problems(group(inner, json({ '!!': [{ var: 'row.inner' }] })))).toEqual([]);
    const chosen = (namesFrom: string, more: object = {}) =>
      field({ key: 'y', properties: { namesFrom }, ...more });
    expect(problems(field(), group(inner), chosen('x; group.inner'))).toEqual([]);
    expect(problems(field(), group({ ...inner, properties: { namesFrom: 'x' } }))).toEqual([]);
    expect(problems(field(), group(inner), chosen('x group.inner')).join()).toContain('several places');
    expect(problems(field(), chosen('z')).join()).toContain('there is no textfield "z"');
    expect(problems(field({ type: 'email' }), chosen('x')).join()).toContain('there is no textfield "x"');
    expect(problems(chosen('x'), field()).join()).toContain('"x" does not come before');
    const other = { ...inner, key: 'other', properties: { namesFrom: 'group.inner' } };
    expect(problems(group(inner, other)).join()).toContain('"group.inner" does not come before');
    expect(problems(field(), chosen('x', { type: 'email' })).join()).toContain('only a textfield');
    expect(problems(field(), chosen('x,y')).join()).toContain('a semicolon between');
    const earns = { type: 'radio', key: 'earns', label: 'Earns', input: true, ...options };
    const people = { ...group(inner), components: [inner, earns] };
    expect(problems(people, chosen('group.inner group.earns=a'))).toEqual([]);
    expect(problems(people, chosen('group.inner group.earns=z')).join()).toContain(
      'no choice "group.earns" with the option "z"',
    );
    expect(problems(people, chosen('group.inner group.inner=a')).join()).toContain('no choice "group.inner"');
    expect(problems({ ...earns }, people, chosen('group.inner earns=a')).join()).toContain('several places');
    const recalled = { properties: { recalled: 'yes' } };
    expect(problems(field(recalled))).toEqual([]);
    expect(problems(group({ ...inner, ...recalled })).join()).toContain('only a single answer');
    const upload = { multiple: false, filePattern: 'image/png', fileMaxSize: '1MB' };
    expect(problems(field({ type: 'file', ...upload, ...recalled })).join()).toContain(
      'only a single answer',
    );
    const upright = { properties: { picture: 'portrait' } };
    expect(problems(field({ type: 'file', ...upload, ...upright }))).toEqual([]);
    expect(problems(field(upright)).join()).toContain('only a file is a picture');
    const measured = (unit: string, type = 'number') => problems(field({ type, properties: { unit } }));
    expect(measured('m²')).toEqual([]);
    expect(measured('m²', 'textfield').join()).toContain('only a number has a unit');
    expect(measured('ha').join()).toContain('a unit is one of m², %');
    const named = (rowNamedBy: string) => problems({ ...group(inner), rowNamedBy });
    expect(named('inner')).toEqual([]);
    expect(named('inner, other')).toEqual(['0.rowNamedBy: there is no field "other" in the group']);
    expect(problems(group(inner, json({ '!!': [{ var: 'data.group' }] }))).join()).toContain('own row');
  });

  test('and compare with what the field can be', () => {
    const radio = field({ type: 'radio', ...options });
    const by = (eq: unknown) => field({ key: 'y', conditional: { show: true, when: 'x', eq } });
    expect(problems(radio, by('a'))).toEqual([]);
    expect(problems(radio, by('b'))).toEqual(['1.conditional.eq: "b" is not one of the options']);
    const term = { component: 'x', operator: 'lessThan', value: '5' };
    const list = { show: true, conjunction: 'all', conditions: [term] };
    const target = field({ type: 'number' });
    expect(problems(target, field({ key: 'y', conditional: list }))).toEqual([
      '1.conditional.conditions.0.value: the value has to be a number',
    ]);
  });

  /** A field that is shown when the first one compares with a value. */
  const compares = (operator: string, value?: unknown) =>
    field({
      key: 'y',
      conditional: {
        show: true,
        conjunction: 'all',
        conditions: [{ component: 'x', operator, ...(value !== undefined && { value }) }],
      },
    });
  const NUMBER = { type: 'number' };
  const upload = { type: 'file', multiple: false, filePattern: 'a/b', fileMaxSize: '1MB' };

  test.each([
    [{}, compares('isEqual', 'a')],
    [{}, compares('includes', 'a')],
    [{}, compares('isEmpty')],
    [NUMBER, compares('isEqual', 5)],
    [NUMBER, compares('lessThan', 5)],
    [NUMBER, compares('isNotEmpty')],
    [upload, compares('isEmpty')],
    [{ type: 'checkbox' }, compares('isEqual', true)],
    [{ type: 'checkbox' }, compares('isEqual', 'false')],
    [{ type: 'radio', ...options }, compares('isNotEqual', 'a')],
    [NUMBER, field({ key: 'y', conditional: { show: true, when: 'x', eq: 5 } })],
    [NUMBER, field({ key: 'y', conditional: { show: true, when: 'x', eq: '5' } })],
  ])('%j can be compared: %j', (target, component) => {
    expect(problems(field(target), component)).toEqual([]);
  });

  test.each([
    ['operator: "isEqual" needs a value', {}, compares('isEqual')],
    ['operator: "lessThan" is for numbers', {}, compares('lessThan', 5)],
    ['operator: "includes" is for texts', NUMBER, compares('includes', 'a')],
    ['operator: a file is only empty or not empty', upload, compares('isEqual', 'a')],
    ['value: the value has to be a text', {}, compares('includes', 5)],
    ['value: the value has to be a text', {}, compares('notIncludes', true)],
    ['value: the value has to be a text', {}, compares('isEqual', 5)],
    ['value: the value has to be a number', NUMBER, compares('isEqual', '5')],
    ['value: the value has to be a number', NUMBER, compares('greaterThan', '5')],
    ['value: a checkbox is true or false', { type: 'checkbox' }, compares('isEqual', 'yes')],
    ...['radio', 'selectboxes'].map((type): [string, object, object] => [
      'value: "b" is not one of the options',
      { type, ...options },
      compares('isEqual', 'b'),
    ]),
    ['value: "b" is not one of the options', { type: 'select', data: options }, compares('isNotEqual', 'b')],
  ])('%s: %j compared by %j', (reason, target, component) => {
    expect(problems(field(target), component)).toEqual([`1.conditional.conditions.0.${reason}`]);
  });

  test.each(['', 'five', 'Infinity'])('a number is never %j', (eq) => {
    const when = field({ key: 'y', conditional: { show: true, when: 'x', eq } });
    expect(problems(field(NUMBER), when)).toEqual(['1.conditional.eq: the value has to be a number']);
  });

  test('a group is compared by JSONLogic alone', () => {
    const term = { component: 'group', operator: 'isEmpty' };
    const list = { show: true, conjunction: 'all', conditions: [term] };
    expect(problems(group(field({ key: 'inner' })), field({ key: 'y', conditional: list }))).toEqual([
      '1.conditional.conditions.0.component: groups cannot be compared; use JSONLogic',
    ]);
  });

  test('a validation may read the own value and later fields', () => {
    const validate = { json: { '==': [{ var: 'value' }, { var: 'data.y' }] } };
    expect(problems(field({ validate }), field({ key: 'y' }))).toEqual([]);
  });
});

describe('texts in HTML', () => {
  const content = (html: string) => ({ type: 'content', key: 'c', label: 'C', html });
  test.each([
    '<p>Ein <strong>wichtiger</strong> Hinweis &amp; mehr.</p><ul><li>a</li></ul>',
    '<h3>Mehr</h3><p><a href="https://www.schleswig-holstein.de/">Land</a> <a href="/suche">Suche</a></p>',
    'Nur Text',
  ])('%s is fine', (html) => expect(problems(content(html))).toEqual([]));

  test.each([
    '<script>alert(1)</script>',
    '<p onclick="x()">a</p>',
    '<a href="javascript:alert(1)">a</a>',
    '<a href="//evil.example">a</a>',
    '<img src="x">',
    '<p><em>a</p></em>',
    '<p>a',
    '1 < 2',
    '<!-- a -->',
  ])('%s is refused', (html) => expect(problems(content(html))).toHaveLength(1));
});

test('what is no component at all is told as it is', () => {
  expect(problems(5 as never)).toEqual([expect.not.stringContaining('component type')]);
});

test('the default value of a choice is one of its options', () => {
  const boxes = { type: 'selectboxes', ...options };
  expect(problems(field({ ...boxes, defaultValue: { a: true } }))).toEqual([]);
  expect(problems(field({ ...boxes, defaultValue: { a: true, b: true } }))).toEqual([
    '0.defaultValue: the default value is not one of the options',
  ]);
  expect(problems(field({ type: 'radio', ...options, defaultValue: 'a' }))).toEqual([]);
  expect(problems(field({ defaultValue: 'anything' }))).toEqual([]);
});

test('what the Form.io builder adds without effect does not get in the way', () => {
  const form = formOf({
    ...field(),
    tableView: true,
    hidden: false,
    multiple: false,
    placeholder: '',
    persistent: true,
    clearOnHide: true,
    customDefaultValue: '',
    calculateValue: '',
    calculateServer: false,
    customConditional: '',
    conditional: { show: null, when: null, eq: '', json: '' },
    validate: { required: true, custom: '', customPrivate: false, unique: false, json: '', minLength: '' },
    properties: {},
    tags: [],
    logic: [],
  });
  expect(form.components[0]?.components[0]).toEqual({
    ...field(),
    validate: { required: true },
  });
});

test('layout stays layout when the builder writes that it is no input', () => {
  const layout = { type: 'fieldset', key: 'group', label: 'G', legend: 'G', input: false };
  const form = formOf({ ...layout, components: [field({ validate: { required: true } })] });
  expect(evaluate(form, {}).errors).toMatchObject([{ path: 'x', rule: 'required' }]);
  expect(evaluate(form, { x: 'a', group: 'b' }).data).toEqual({ x: 'a' });
});
