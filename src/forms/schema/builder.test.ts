import { describe, expect, test } from 'vitest';
import { builderDefaults } from '../testing/builder-defaults.ts';
import { parseForm } from './schema.ts';

const OPTIONS = [{ label: 'Ja', value: 'yes', shortcut: '' }];
const INNER = { type: 'textfield', key: 'inner', label: 'Innen', input: true };

/** Properties that an editor adds in the builder to those that it writes by itself, by type. */
const EDITED: Record<string, object> = {
  fieldset: { legend: 'Abschnitt', components: [INNER] },
  columns: { columns: [{ components: [INNER], width: 6, offset: 0, push: 0, pull: 0, size: 'md' }] },
  content: { html: '<p>Hinweis</p>' },
  textfield: {},
  email: {},
  phoneNumber: { inputMask: '' },
  textarea: {},
  number: {},
  currency: { currency: 'EUR' },
  day: {},
  datetime: {},
  select: { data: { values: OPTIONS, json: '', url: '', resource: '', custom: '' } },
  radio: { values: OPTIONS },
  selectboxes: { values: OPTIONS, defaultValue: { '': false } },
  checkbox: {},
  file: { filePattern: 'application/pdf', fileMaxSize: '10MB' },
  datagrid: { addAnother: 'Noch eine', components: [INNER] },
  editgrid: { addAnother: 'Noch eine', components: [INNER] },
};

const exported = (...components: object[]) => ({
  _id: '64f0c2',
  title: 'Antrag',
  name: 'antrag',
  path: 'antrag',
  type: 'form',
  display: 'wizard',
  tags: ['common'],
  access: [{ type: 'read_all', roles: ['64f0c1'] }],
  owner: '64f0c0',
  settings: { pdf: { id: '1' } },
  properties: {},
  machineName: 'project:antrag',
  components: [{ ...builderDefaults('panel'), key: 'page', label: 'Seite', title: 'Seite', components }],
});

describe('an export of the builder is accepted with all that the builder writes by itself', () => {
  test.each(Object.entries(EDITED))('%s', (type, edited) => {
    const component = { ...builderDefaults(type), key: 'x', label: 'X', ...edited };
    const result = parseForm(exported(component));
    expect(result).not.toHaveProperty('problems');
    if ('problems' in result) return;
    expect(result.form.components[0]?.components[0]).toMatchObject({ type, key: 'x', label: 'X' });
    const kept = Object.keys(result.form.components[0]?.components[0] ?? {});
    expect(kept.filter((name) => !['type', 'key', 'label', 'input'].includes(name)).sort()).toEqual(
      KEPT[type] ?? [],
    );
  });

  /** Besides what every field has. */
  const KEPT: Record<string, string[]> = {
    fieldset: ['components', 'legend'],
    columns: ['columns'],
    content: ['html'],
    textarea: ['rows'],
    currency: ['currency'],
    datetime: ['enableDate', 'enableTime'],
    select: ['data'],
    radio: ['values'],
    selectboxes: ['values'],
    file: ['fileMaxSize', 'filePattern', 'multiple'],
    datagrid: ['addAnother', 'components'],
    editgrid: ['addAnother', 'components'],
  };

  test('and the notes name what was left out, but nothing that was empty', () => {
    const result = parseForm(exported({ ...builderDefaults('textfield'), key: 'x', label: 'X' }));
    const notes = 'notes' in result ? result.notes.map(({ path }) => path.join('.')) : [];
    expect(notes).toEqual(
      expect.arrayContaining(['_id', 'owner', 'components.0.breadcrumb', 'components.0.components.0.widget']),
    );
    expect(notes).not.toContain('components.0.components.0.overlay');
    expect(notes).not.toContain('created');
    expect(notes).not.toContain('properties');
  });
});

const problemsOf = (...components: object[]) => {
  const result = parseForm(exported(...components));
  return 'problems' in result
    ? result.problems.map(({ path, reason }) => `${path.slice(4).join('.')}: ${reason}`)
    : [];
};

const SELECT = { data: { values: [{ label: 'Ja', value: 'yes' }] } };
const MOMENT = { enableDate: true, enableTime: true };

describe('a setting that would mean something is not dropped', () => {
  test.each<[string, object]>([
    ['persistent', { persistent: false }],
    ['clearOnHide', { clearOnHide: false }],
    ['multiple', { multiple: true }],
    ['widget', { widget: { type: 'calendar' } }],
    ['disableAddingRemovingRows', { ...EDITED.datagrid, type: 'datagrid', disableAddingRemovingRows: true }],
    ['fileMinSize', { ...EDITED.file, type: 'file', multiple: false, fileMinSize: '1MB' }],
    ['fields', { type: 'day', fields: { day: { hide: true }, month: {}, year: {} } }],
    ['fields', { type: 'day', fields: { day: { required: true }, month: {}, year: {} } }],
    ['fields', { type: 'day', fields: { day: 'first', month: {}, year: {} } }],
    ['fields', { type: 'textfield', fields: { day: { type: 'number' } } }],
    ...['minDate', 'maxDate', 'disable', 'disableFunction'].map((limit): [string, object] => [
      'datePicker',
      { type: 'datetime', enableDate: true, enableTime: true, datePicker: { [limit]: '2026-01-01' } },
    ]),
    ['datePicker', { type: 'datetime', enableDate: true, enableTime: true, datePicker: 'small' }],
    ['data', { data: { url: 'https://a.example' } }],
    ['data', { type: 'radio', values: [{ label: 'Ja', value: 'yes' }], data: { url: 'https://a.example' } }],
    [
      'data.url',
      { type: 'select', data: { values: [{ label: 'Ja', value: 'yes' }], url: 'https://a.example' } },
    ],
    ['validate.step', { type: 'number', validate: { step: '5' } }],
    ['validate.multiple', { validate: { multiple: true } }],
    ['logic', { logic: [{ trigger: {} }] }],
  ])('%s', (place, component) => {
    const problems = problemsOf({ type: 'textfield', key: 'x', label: 'X', input: true, ...component });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${place}: `));
  });

  test.each<[string, string, object]>([
    ['conditional', 'without anything to compare', { conditional: { show: true, conditions: [] } }],
    ['conditional', 'with an empty field', { conditional: { show: false, when: '', eq: '' } }],
    ['validate', 'with settings of the builder alone', { validate: { customPrivate: true } }],
    ['validate', 'that may be any step', { type: 'number', validate: { step: 'any' } }],
    ['widget', 'of a list', { type: 'select', ...SELECT, widget: { type: 'choicesjs' } }],
    ['widget', 'of a calendar', { type: 'datetime', ...MOMENT, widget: { type: 'calendar' } }],
    ['widget', 'of a text', { widget: { type: 'input' } }],
    ['fields', 'of a whole day', { type: 'day', fields: { day: { type: 'number' }, month: {}, year: {} } }],
    ['datePicker', 'without limits', { type: 'datetime', ...MOMENT, datePicker: { showWeeks: true } }],
  ])('but a %s %s is', (name, _, component) => {
    const result = parseForm(
      exported({ type: 'textfield', key: 'x', label: 'X', input: true, ...component }),
    );
    const [kept] = 'form' in result ? result.form.components[0]!.components : [];
    expect(kept).toMatchObject({ key: 'x' });
    expect(kept).not.toHaveProperty(name);
  });

  test.each(['', null])('a JSONLogic of %j beside a condition is no second one', (json) => {
    const first = { type: 'textfield', key: 'a', label: 'A', input: true };
    const conditional = { show: true, when: 'a', eq: 'x' };
    const result = parseForm(exported(first, { ...first, key: 'b', conditional: { ...conditional, json } }));
    expect('form' in result && result.form.components[0]!.components[1]?.conditional).toEqual(conditional);
  });

  test('the note of a setting names its place, in checks too', () => {
    const field = { type: 'number', key: 'x', label: 'X', input: true };
    const validate = { required: true, step: 'any', customPrivate: true, unique: false };
    const result = parseForm(exported({ ...field, tableView: true, spellcheck: false, validate }));
    const notes = 'notes' in result ? result.notes.map(({ path }) => path.slice(4).join('.')) : [];
    expect(notes.filter((place) => place !== '')).toEqual([
      'tableView',
      'validate.step',
      'validate.customPrivate',
    ]);
  });

  test.each([
    ['titel', { titel: 'Antrag' }, '"titel" is not known: did you mean "title"?'],
    ['colour', { colour: 'blue' }, '"colour" is outside'],
  ])('of the form: %s', (_, more, reason) => {
    const result = parseForm({ ...exported(INNER), ...more });
    expect('problems' in result ? result.problems[0]?.reason : '').toContain(reason);
  });
});

describe('a refusal tells the nearest way', () => {
  const field = (more: object, type = 'textfield') => ({ type, key: 'x', label: 'X', input: true, ...more });
  test.each<[object, string]>([
    [
      field({ requierd: true }),
      'requierd: "requierd" is not known: did you mean "required"? It belongs under "validate"',
    ],
    [field({ required: true }), 'required: "required" belongs under "validate"'],
    [
      field({ validate: { requierd: true } }),
      'validate.requierd: "requierd" is not known: did you mean "required"?',
    ],
    [
      field({ validate: { maxLenght: 5 } }),
      'validate.maxLenght: "maxLenght" is not known: did you mean "maxLength"?',
    ],
    [
      field({ validate: { description: 'Text' } }),
      'validate.description: "description" belongs to the component, not under',
    ],
    [
      field({ validate: { descripton: 'Text' } }),
      'validate.descripton: "descripton" is not known: did you mean "description"? It belongs to the component',
    ],
    [field({ descripton: 'Text' }), 'descripton: "descripton" is not known: did you mean "description"?'],
    [
      field({ validate: { min: 5 } }),
      'validate.min: "min" is no check of this field; it can have required, ',
    ],
    [
      field({ validate: { custom: 'valid = false' } }),
      'validate.custom: "custom" is not supported here: scripts are refused, check with JSONLogic',
    ],
    [
      field({ customConditional: 'show = false' }),
      'customConditional: "customConditional" is not supported here: scripts are refused, use "conditional"',
    ],
    [field({ inputMask: '99999' }), 'inputMask: "inputMask" is not supported here: use validate.pattern'],
    [
      field({ multiple: true }),
      'multiple: "multiple" is not supported here: several values are supported for files only: use',
    ],
    [
      field({}, 'textfeild'),
      'type: component type "textfeild" is not supported here: did you mean "textfield"?',
    ],
    [
      field({}, 'survey'),
      'type: component type "survey" is not supported here: use a radio for each question',
    ],
    [field({}, 'hologram'), 'type: component type "hologram" is not supported here (docs/forms.md'],
  ])('%j', (component, expected) => {
    expect(problemsOf(component)[0]).toContain(expected);
  });
});

describe('every refusal that is known names what to do instead', () => {
  const field = (more: object, type = 'textfield') => ({ type, key: 'x', label: 'X', input: true, ...more });
  const CHOICE = { type: 'select', data: { values: [{ label: 'Ja', value: 'yes' }] } };

  test.each<[string, string, unknown]>([
    ['customConditional', '"conditional"', 'show = data.a'],
    ['customDefaultValue', 'defaultValue, or properties.prefill', 'value = 1'],
    ['logic', 'calculateValue', [{ trigger: {} }]],
    ['onChange', 'calculateValue', 'a()'],
    ['script', 'scripts are refused', 'a()'],
    ['js', 'scripts are refused', 'a()'],
    ['nextPage', 'conditional', 'page2'],
    ['hidden', 'leave the component out', true],
    ['clearOnHide', 'leave it out', false],
    ['persistent', 'leave the setting out', false],
    ['multiple', 'datagrid', true],
    ['inputMask', 'validate.pattern', '99999'],
    ['prefix', 'label or the description', 'EUR'],
    ['suffix', 'label or the description', 'm²'],
    ['unique', 'leave it out', true],
    ['datePicker', 'minDate and maxDate', { minDate: '2026-01-01' }],
    ['fields', 'a number for a year alone', { day: { hide: true } }],
    ['allowCalculateOverride', 'leave calculateValue out', true],
    ['disableAddingRemovingRows', 'fieldset', true],
    ['url', 'data.values', 'https://a.example'],
    ['dataSrc', 'data.values', 'url'],
  ])('%s: %s', (name, way, value) => {
    const [problem, ...others] = problemsOf(field({ [name]: value }));
    expect(others).toEqual([]);
    expect(problem).toContain(`${name}: "${name}" is not supported here: `);
    expect(problem).toContain(way);
  });

  test.each([
    ['custom', 'validate.json', 'valid = false'],
    ['minSelectedCount', 'validate.json', 1],
    ['maxSelectedCount', 'validate.json', 1],
    ['minWords', 'validate.minLength', 1],
    ['maxWords', 'validate.maxLength', 1],
    ['step', 'decimalLimit', '5'],
    ['integer', '"decimalLimit": 0', true],
  ])('of the checks, %s: %s', (name, way, value) => {
    expect(problemsOf(field({ validate: { [name]: value } }))).toEqual([
      expect.stringMatching(new RegExp(`^validate.${name}: .* is not supported here: .*${way}`)),
    ]);
  });

  test.each(['url', 'resource', 'json'])('of the options, %s: data.values', (name) => {
    expect(problemsOf(field({ ...CHOICE, data: { ...CHOICE.data, [name]: 'x' } }))).toEqual([
      expect.stringMatching(`^data.${name}: .*list (them|the options) in data.values`),
    ]);
  });

  test.each([
    ['panel', 'fieldset'],
    ['well', 'import:form'],
    ['htmlelement', 'content'],
    ['container', 'fieldset'],
    ['table', 'columns'],
    ['tabs', 'fieldsets'],
    ['survey', 'radio'],
    ['address', 'a textfield for each part'],
    ['datamap', 'datagrid'],
    ['tags', 'textfield or a datagrid'],
    ['button', 'leave it out'],
    ['recaptcha', 'leave it out'],
    ['password', 'leave it out'],
    ['resource', 'data.values'],
    ['form', 'put the components'],
    ['tree', 'datagrid'],
    ['dynamicWizard', 'editgrid'],
    ['datasource', 'data.values'],
  ])('of the types, %s: %s', (type, way) => {
    const [problem] = problemsOf(field({}, type));
    expect(problem).toContain(`type: component type "${type}" is not supported here: `);
    expect(problem).toContain(way);
  });

  test('what is known is no stranger to an import, what is not is one', () => {
    const result = parseForm(exported(field({ inputMask: '9', colour: 'blue' })));
    const strangers = 'problems' in result ? result.problems.filter(({ isStranger }) => isStranger) : [];
    expect(strangers.map(({ path }) => path.at(-1))).toEqual(['colour']);
  });
});
