import { describe, expect, test } from 'vitest';
import { owedIn } from '#forms/owed.ts';
import { evaluate } from '#forms/rules/rules.ts';
import type { FormData } from '#forms/types.ts';
import { importForm } from './import-form.ts';
import { formReport } from './report.ts';
import { accepted, broken, fields, inPage, made, NOW, notes, own, reasons } from './testing.ts';

describe('a project', () => {
  const form = (name: string) => ({ title: name, components: [made('textfield')] });
  const read = (forms: unknown) => importForm('project.json', JSON.stringify({ title: 'Projekt', forms }));

  test.each<[string, unknown]>([
    ['by name', { hund: form('Hund') }],
    ['in a list', [form('Hund')]],
  ])('of one form %s is that form', (_, forms) =>
    expect(read(forms)).toMatchObject({ form: { title: 'Hund' } }),
  );

  test('of several names them', () => {
    const result = read({ hund: form('Hund'), katze: form('Katze') });
    expect('faults' in result && result.faults[0]?.reason).toBe(
      'this is a project of 2 forms (hund, katze): export them one by one',
    );
  });

  test.each([{}, [], { a: 5 }, null])('of %j has none', (forms) =>
    expect(read(forms)).toMatchObject({ faults: [{ reason: 'this is no form: there are no "components"' }] }),
  );

  test('tells faults at their place in it', () => {
    const result = read({ hund: { components: [made('password')] } });
    expect('faults' in result && result.faults[0]?.reason).toMatch(/^forms\.hund\.components\[0\]\.type: /);
  });
});

test('a refusal names the field as the builder shows it', () => {
  const part = made('fieldset', {
    key: 'part',
    legend: 'Teil',
    components: [made('password', { label: '<b>Kennwort</b>' })],
  });
  expect(reasons(part)[0]).toMatch(/ – "Teil" › "Kennwort" \(password\)$/);
  expect(reasons(made('password', { label: '' }))[0]).toMatch(/ – password$/);
});

test.each([
  ['Заявление b', 'form-b'],
  ['申请', 'form'],
  ['T', 'form-t'],
])('a form called %s has a name too', (title, name) =>
  expect(importForm('x.json', JSON.stringify({ title, components: [made('textfield')] }))).toMatchObject({
    form: { title, name },
  }),
);

describe('several values', () => {
  test.each(['textfield', 'email', 'number', 'url'])('of a %s are rows', (type) => {
    const field = own(type, {
      multiple: true,
      validate: { required: true, multiple: true },
      defaultValue: [''],
    });
    expect(fields(field)).toEqual(['a', 'a.value']);
    expect(inPage(field)[0]).toMatchObject({
      type: 'datagrid',
      label: 'Angabe',
      validate: { required: true },
    });
  });

  test('keep the condition of the field, and scripts in it', () => {
    const condition = { show: true, when: 'b', eq: 'x' };
    const other = made('textfield', { key: 'b' });
    const page = inPage(other, own('textfield', { multiple: true, conditional: condition }));
    expect(page[1]).toMatchObject({ type: 'datagrid', conditional: condition });
    const found = reasons(own('textfield', { multiple: true, customConditional: 'show = isOpen()' }));
    expect(found[0]).toMatch(/^components\[0\]\.customConditional: /);
  });

  test('in rows are refused, and files need no rows', () => {
    const rows = made('datagrid', { components: [own('textfield', { multiple: true })] });
    expect(reasons(rows)[0]).toContain('"multiple" is not supported here');
    expect(inPage(made('file', { multiple: true, validate: { multiple: true } }))[0]).toMatchObject({
      type: 'file',
      multiple: true,
    });
  });
});

test.each<[string, object, object]>([
  ['digits only', own('textfield', { validate: { digitsOnly: true } }), { validate: { pattern: '[0-9]*' } }],
  ['a mark of CHEFS', own('simpletextarea', { validate: { isUseForCopy: true } }), { type: 'textarea' }],
  ['words to begin with', own('tags', { defaultValue: ['eins', 'zwei'] }), { defaultValue: 'eins, zwei' }],
  [
    'what browsers fill in',
    own('firstName', { autocomplete: 'given-name' }),
    { properties: { autocomplete: 'given-name' } },
  ],
])('%s', (_, component, expected) => expect(inPage(component)[0]).toMatchObject(expected));

test('what browsers do not fill in is no property', () =>
  expect(inPage(own('textfield', { autocomplete: 'off' }))[0]).not.toHaveProperty('properties'));

describe('a text that is picked in a calendar', () => {
  const picked = (widget: object, more: object = {}) =>
    inPage(made('textfield', { key: 'a', widget: { type: 'calendar', ...widget }, ...more }))[0];

  test('is a date', () =>
    expect(
      picked({ enableTime: false, format: 'yyyy-MM-dd' }, { validate: { required: true, maxLength: 10 } }),
    ).toMatchObject({ type: 'datetime', enableTime: false, validate: { required: true } }));
  test('is a day when it has limits', () =>
    expect(picked({ enableTime: false, minDate: '2026-01-01T00:00:00Z', maxDate: 'moment()' })).toMatchObject(
      {
        type: 'day',
        minDate: '2026-01-01',
        maxDate: 'moment()',
      },
    ));
  test('may have a time', () => expect(picked({})).toMatchObject({ type: 'datetime', enableTime: true }));
  test('or be nothing else', () =>
    expect(picked({ noCalendar: true })).toMatchObject({ type: 'textfield', properties: { check: 'time' } }));
  test('has the parts that its format shows', () => {
    expect(picked({ enableTime: true, format: 'dd.MM.yyyy' })).toMatchObject({ enableTime: false });
    expect(picked({ format: 'HH:mm' })).toMatchObject({ properties: { check: 'time' } });
  });
  test('and the date of Open Forms is one', () =>
    expect(inPage(own('date', { datePicker: { minDate: null } }))[0]).toMatchObject({
      type: 'datetime',
      enableTime: false,
    }));
});

describe('a moment is asked for as its format shows it', () => {
  const moment = (format: string, more: object = {}) => made('datetime', { key: 'a', format, ...more });

  test.each([
    'dd.MM.yyyy',
    'yyyy-MM-dd',
    'dd.mm.yyyy',
    'd. MMMM yyyy',
    'MM/yy',
    "d 'h' MMM",
    'shortDate',
    'L',
  ])('%s is a date, whatever is switched on', (format) => {
    expect(inPage(moment(format))[0]).toMatchObject({ type: 'datetime', enableTime: false });
    expect(inPage(moment(format, { enableTime: true }))[0]).toMatchObject({ enableTime: false });
    expect(notes(moment(format))).toContain('its format has no time: people enter a date');
  });

  test('with limits it is a day', () =>
    expect(inPage(moment('dd.MM.yyyy', { datePicker: { maxDate: 'moment()' } }))[0]).toMatchObject({
      type: 'day',
      maxDate: 'moment()',
    }));

  test.each(['yyyy-MM-dd hh:mm a', 'dd.MM.yyyy HH:mm', 'short', 'LLL', 'L LT', '', ' '])(
    '%j is a date and a time',
    (format) => {
      expect(inPage(moment(format))[0]).toMatchObject({
        type: 'datetime',
        enableDate: true,
        enableTime: true,
      });
      expect(notes(moment(format))).not.toContain('its format');
    },
  );

  test.each(['HH:mm', 'hh:mm a', 'shortTime', 'LT'])('%s is a time of the day', (format) => {
    expect(inPage(moment(format))[0]).toMatchObject({ type: 'textfield', properties: { check: 'time' } });
    expect(notes(moment(format))).toContain('its format has no date');
  });

  test('what is switched off counts as well', () => {
    expect(inPage(moment('yyyy-MM-dd hh:mm a', { enableTime: false }))[0]).toMatchObject({
      enableTime: false,
    });
    expect(inPage(moment('HH:mm', { enableTime: false }))[0]).toMatchObject({
      enableDate: true,
      enableTime: false,
    });
    expect(inPage(moment('dd.MM.yyyy', { enableDate: false }))[0]).toMatchObject({
      properties: { check: 'time' },
    });
  });
});

describe('what nobody sees', () => {
  test.each<[string, object, string | undefined]>([
    ['number', { defaultValue: 3 }, '3'],
    ['checkbox', { defaultValue: true }, 'true'],
    ['radio', { values: [{ value: 'ja', label: 'Ja' }], defaultValue: 'ja' }, 'ja'],
    ['select', { data: { values: [] } }, undefined],
  ])('of a %s is a text of the form', (type, more, value) =>
    expect(inPage(made(type, { hidden: true, ...more }))[0]).toEqual({
      type: 'hidden',
      key: type,
      label: 'Angabe',
      input: true,
      ...(value && { defaultValue: value }),
    }),
  );

  test('comes first, so that what refers to it may stand before', () => {
    const conditional = { show: true, when: 'status', eq: 'x' };
    const status = made('hidden', { key: 'status', defaultValue: 'x' });
    const sum = made('hidden', { key: 'sum', calculateValue: { cat: [{ var: 'data.a' }] } });
    const part = (...components: object[]) => made('fieldset', { key: 'part', legend: 'Teil', components });
    const columns = (...components: object[]) => made('columns', { columns: [{ width: 6, components }] });
    const a = made('textfield', { key: 'a', conditional });
    const b = made('textfield', { key: 'b' });
    expect(fields(a, sum, status)).toEqual(['status', 'a', 'sum']);
    expect(fields(a, part(b, status))).toEqual(['status', 'a', 'b']);
    expect(fields(a, columns(b, status))).toEqual(['status', 'a', 'b']);
    expect(fields(b, part(status))).toEqual(['b', 'status']);
    const rows = made('datagrid', { components: [b, made('hidden', { key: 'inside', defaultValue: 'x' })] });
    expect(fields(a, rows, status)).toEqual(['status', 'a', 'datagrid', 'datagrid.b', 'datagrid.inside']);
  });

  test.each<[string, object]>([
    ['selectboxes', { values: [{ value: 'ja', label: 'Ja' }] }],
    ['file', {}],
    ['datagrid', { components: [made('textfield', { key: 'b' })] }],
  ])('of a %s is left out, unless a script may show it', (type, more) => {
    const shown = made('textfield', { key: 'shown' });
    expect(fields(shown, made(type, { hidden: true, ...more }))).toEqual(['shown']);
    const scripted = made(type, { hidden: true, logic: [{ name: 'x' }], ...more });
    expect(reasons(shown, scripted).join()).toContain('logic');
  });
});

test.each([
  ['nok', 'Angabe (NOK)', 'an amount in Norwegian Krone (NOK) is a number'],
  ['XQQ', 'Angabe (XQQ)', 'an amount in XQQ is a number'],
  ['kr.', 'Angabe (kr.)', 'an amount in kr. is a number'],
])('a currency is named by its code in capitals: %s', (currency, label, note) => {
  const component = made('currency', { currency });
  expect(inPage(component)[0]).toMatchObject({ type: 'number', label });
  expect(notes(component)).toContain(note);
});

test('a currency in small letters is the euro all the same', () => {
  expect(inPage(made('currency', { currency: 'eur' }))[0]).toMatchObject({
    type: 'currency',
    currency: 'EUR',
  });
});

test('an amount of another currency is a number that names it', () => {
  expect(inPage(made('currency', { currency: 'CAD', defaultValue: 0 }))[0]).toMatchObject({
    type: 'number',
    label: 'Angabe (CAD)',
    decimalLimit: 2,
  });
});

describe('options that are not in the form', () => {
  test.each<[string, object, string]>([
    [
      'an address',
      { dataSrc: 'url', data: { url: 'https://a.example', values: [{ value: '', label: '' }] } },
      '(url)',
    ],
    ['a script', { dataSrc: 'custom', data: { custom: 'values = []' } }, '(custom)'],
    ['another form', { dataSrc: 'resource', data: { resource: '5' } }, '(resource)'],
  ])('%s is refused once, with the way', (_, more, source) => {
    const found = reasons(made('select', { key: 'a', ...more }), {
      ...made('textfield', { key: 'b' }),
      conditional: { show: true, when: 'a', eq: 'x' },
    });
    expect(found).toEqual([
      `components[0].dataSrc: the options come from elsewhere ${source} and are not loaded: list them in the form (data.values) – "Angabe" (a)`,
    ]);
  });

  test('are refused of a radio too, whatever the builder left beside', () => {
    const values = [{ value: 'x', label: 'X' }];
    expect(reasons(made('radio', { dataSrc: 'url', data: { url: 'https://a.example' }, values }))).toEqual([
      expect.stringMatching(/^components\[0\]\.dataSrc: the options come from elsewhere \(url\)/),
    ]);
  });

  test('none at all is refused at its place', () => {
    const found = reasons(made('select', { key: 'a', data: { values: [{ value: '', label: '' }] } }));
    expect(found).toEqual([expect.stringMatching(/^components\[0\]\.data: there are no options/)]);
    expect(reasons(made('radio', { values: [] }))[0]).toMatch(
      /^components\[0\]\.values: there are no options/,
    );
  });
});

test('a condition by JSONLogic counts where no field is named, as in Form.io', () => {
  const json = { '==': [{ var: 'data.b' }, 'x'] };
  const other = made('textfield', { key: 'b' });
  const shown = (conditional: object) => inPage(other, made('textfield', { key: 'a', conditional }))[1];
  expect(shown({ json, show: null, when: null, eq: '' })).toMatchObject({ conditional: { json } });
  expect(notes(other, made('textfield', { key: 'a', conditional: { json, eq: '' } }))).not.toContain('eq');
  expect(shown({ json, show: true, when: 'b', eq: 'y' })?.conditional).toEqual({
    show: true,
    when: 'b',
    eq: 'y',
  });
});

describe('components of one product', () => {
  test.each<[string, object, object]>([
    [
      'a warning',
      own('alertstripe', { content: '<p>Achtung</p>' }),
      { type: 'content', html: '<p>Achtung</p>' },
    ],
    ['a choice', own('radiopanel', { values: [{ value: 'ja', label: 'Ja' }] }), { type: 'radio' }],
    ['a box', own('navCheckbox'), { type: 'checkbox' }],
    ['a name', own('firstName'), { type: 'textfield' }],
    ['a year', own('year'), { type: 'number', decimalLimit: 0, validate: { min: 1000, max: 9999 } }],
    [
      'a year with limits',
      own('year', { validate: { minYear: 1990, maxYear: 2010 } }),
      { validate: { min: 1990, max: 2010 } },
    ],
    ['a month', own('monthPicker', { fields: { day: { required: false } } }), { type: 'textfield' }],
    [
      'a day with limits',
      own('navDatepicker', { earliestAllowedDate: -10, latestAllowedDate: '5' }),
      { type: 'day', minDate: "moment().subtract(10, 'days')", maxDate: "moment().add(5, 'days')" },
    ],
    [
      'a day between days',
      own('navDatepicker', {
        specificEarliestAllowedDate: '2026-01-01',
        specificLatestAllowedDate: '2026-12-31',
      }),
      { minDate: '2026-01-01', maxDate: '2026-12-31' },
    ],
    ['a number of a register', own('orgNr'), { type: 'textfield' }],
    [
      'what can be opened',
      own('accordion', { accordionValues: [{ title: 'Eins', content: '<p>Text</p>' }] }),
      { type: 'content', html: '<h3>Eins</h3><p>Text</p>' },
    ],
  ])('%s', (_, component, expected) =>
    expect(inPage(component, made('textfield', { key: 'z' }))[0]).toMatchObject(expected),
  );

  test('an option keeps its description, a field its longer one', () => {
    const values = [{ value: 'ja', label: 'Ja', description: 'Ab 2026' }];
    const field = own('radiopanel', { values, additionalDescriptionText: '<p>Mehr dazu</p>' });
    expect(inPage(field)[0]).toMatchObject({
      description: 'Mehr dazu',
      values: [{ value: 'ja', label: 'Ja', description: 'Ab 2026' }],
    });
    expect(
      inPage(made('select', { key: 's', data: { values } }))[0],
      'a closed list has no line for it',
    ).toMatchObject({
      data: { values: [{ value: 'ja', label: 'Ja (Ab 2026)' }] },
    });
  });

  test('a day after another one, whose key has changed', () => {
    const first = own('navDatepicker', { key: 'from.day' });
    const second = own('navDatepicker', { key: 'until', beforeDateInputKey: 'from.day' });
    const { form } = accepted(first, second);
    expect(broken(form, { from_day: '03/02/2026', until: '03/01/2026' })).toEqual([['notBefore', undefined]]);
    expect(notes(first, second)).toContain('the same day as in "from.day" is possible too');
  });

  test.each<[string, object[], string]>([
    ['no day of the form', [], 'the form has no such field'],
    [
      'a day in rows',
      [made('datagrid', { key: 'g', components: [own('navDatepicker', { key: 'from' })] })],
      'that is in rows of a group',
    ],
  ])('a day after another one that is %s has no limit, and the report says so', (_, before, why) => {
    const key = before.length > 0 ? 'g.from' : 'from';
    const until = own('navDatepicker', { key: 'until', beforeDateInputKey: key, mayBeEqual: true });
    const at = inPage(...before, until).at(-1);
    expect(at).not.toHaveProperty('properties.notBefore');
    expect(notes(...before, until)).toContain(
      `beforeDateInputKey: the limit by "${key}" is left out, as it has no effect: ${why}`,
    );
  });

  test('a day after another one of a container is found by its key alone, and one of the same row', () => {
    const from = own('navDatepicker', { key: 'from' });
    const until = own('navDatepicker', { key: 'until', beforeDateInputKey: 'from' });
    const box = { type: 'container', key: 'k', label: 'K', input: true, components: [from] };
    expect(inPage(box, until).at(-1)).toMatchObject({ properties: { notBefore: 'from' } });
    const inRow = { ...until, beforeDateInputKey: 'g.from' };
    const rows = inPage(made('datagrid', { key: 'g', components: [from, inRow] }))[0];
    expect(rows).toMatchObject({ components: [{}, { properties: { notBefore: 'g.from' } }] });
  });

  test('a day after another one is refused where an editor has named it and it is not there', () => {
    const until = made('day', { key: 'until', properties: { notBefore: 'from' } });
    expect(reasons(until)[0]).toContain('there is no field "from"');
  });

  test('a month is checked and said how to write', () => {
    const { form } = accepted(own('monthPicker', { validate: { minYear: 2020 } }));
    for (const right of ['03.2026', '3.2026', '12.1999']) expect(broken(form, { a: right })).toEqual([]);
    for (const wrong of ['13.2026', '0.2026', '03-2026', '03.26'])
      expect(broken(form, { a: wrong })).toEqual([
        ['pattern', 'Geben Sie Monat und Jahr an, zum Beispiel 03.2026.'],
      ]);
  });

  test('an attachment is a choice, and a file where it is attached now', () => {
    const attachmentValues = {
      leggerVedNaa: { enabled: true },
      ettersender: { enabled: true },
      nei: { enabled: false },
    };
    const component = own('attachment', { validate: { required: true }, attachmentValues });
    const { form, english } = accepted(component);
    expect(fields(component)).toEqual(['a', 'a_file']);
    expect(broken(form, {})).toEqual([['required', undefined]]);
    expect(broken(form, { a: 'ettersender' })).toEqual([]);
    expect(evaluate(form, { a: 'leggerVedNaa' }, NOW).errors).toMatchObject([
      { path: 'a_file', rule: 'required' },
    ]);
    expect(english).toMatchObject({ 'Ich füge es jetzt bei': 'I attach it now' });
    expect(inPage(component)[1]).toMatchObject({ type: 'file', label: 'Dokument: Angabe' });
    expect(fields(own('attachment', { attachmentValues: { other: { enabled: true } } }))).toEqual(['a']);
    expect(fields(own('attachment'))).toEqual(['a']);
    const inside = { type: 'container', key: 'box', label: 'Kasten', input: true, components: [component] };
    expect(fields(inside)).toEqual(['a', 'a_file']);
  });

  test('an attachment that is promised for later is owed after the sending', () => {
    const attachment = (...values: string[]) => {
      const attachmentValues = Object.fromEntries(values.map((value) => [value, { enabled: true }]));
      return own('attachment', { validate: { required: true }, attachmentValues });
    };
    const promised = attachment('leggerVedNaa', 'ettersender');
    const paths = (component: object, data: FormData) =>
      owedIn(accepted(component).form, data, 'de').map(({ path }) => path);
    expect(paths(promised, { a: 'ettersender' })).toEqual(['a_file']);
    expect(paths(promised, { a: 'leggerVedNaa' })).toEqual([]);
    const rows = made('datagrid', { key: 'g', components: [promised] });
    expect(paths(rows, { g: [{ a: 'leggerVedNaa' }, { a: 'ettersender' }] })).toEqual(['g[1].a_file']);
    expect(inPage(attachment('leggerVedNaa', 'nei'))[1]).not.toHaveProperty('properties');
  });

  test('an address has its parts, and the days from and until which it is valid', () => {
    expect(fields(own('navAddress', { addressType: 'NORWEGIAN_ADDRESS' }))).toEqual([
      'a_co',
      'a_adresse',
      'a_postnummer',
      'a_bySted',
    ]);
    const choice = accepted(own('navAddress', { validate: { required: true } })).form;
    const missing = (data: object) => evaluate(choice, data as never, NOW).errors.map(({ path }) => path);
    expect(missing({})).toEqual(['a_borDuINorge']);
    expect(missing({ a_borDuINorge: 'ja' })).toEqual(['a_vegadresseEllerPostboksadresse']);
    const inBox = { a_borDuINorge: 'ja', a_vegadresseEllerPostboksadresse: 'postboksadresse' };
    expect(missing(inBox)).toEqual(['a_postboks', 'a_postnummer', 'a_bySted']);
    expect(missing({ a_borDuINorge: 'nei' })).toEqual(['a_adresse', 'a_land']);
    const { form } = accepted(own('addressValidity', { validate: { required: true } }));
    expect(broken(form, {})).toEqual([['required', undefined]]);
    expect(broken(form, { a_from: '03/02/2026', a_until: '03/01/2026' })).toEqual([['notBefore', undefined]]);
  });

  test('a country is an option of the form, which conditions may name', () => {
    const land = own('landvelger', {
      key: 'land',
      dataSrc: 'url',
      data: { url: 'https://a.example' },
      defaultValue: { value: 'NO', label: 'Norge' },
    });
    const visa = made('textfield', { key: 'visa', customConditional: "show = data.land.value !== 'NO'" });
    const { form, english } = accepted(land, visa);
    const [select] = form.components[0]?.components ?? [];
    const { values = [] } = (select as { data?: { values: { value: string; label: string }[] } }).data ?? {};
    expect(values).toHaveLength(250);
    expect(values[0]).toEqual({ value: 'AF', label: 'Afghanistan' });
    expect(values.map(({ value }) => value)).toEqual(expect.arrayContaining(['DE', 'XK', 'ZW']));
    expect(english.Österreich).toBe('Austria');
    expect(select).toMatchObject({ type: 'select', defaultValue: 'NO' });
    expect(evaluate(form, { land: 'SE' }, NOW).hidden.has('visa')).toBe(false);
    expect(evaluate(form, { land: 'NO' }, NOW).hidden.has('visa')).toBe(true);
  });

  test.each(['valutavelger', 'areaCode'])('%s has options from elsewhere', (type) =>
    expect(reasons(own(type))[0]).toMatch(/^components\[0\]\.dataSrc: the options come from elsewhere/),
  );

  test('fields in a row or a group of them stay, pictures go', () => {
    const part = own('navSkjemagruppe', {
      legend: 'Teil',
      key: 'part',
      components: [made('textfield', { key: 'b' })],
    });
    const row = own('row', { key: 'row', components: [part] });
    expect(fields(row, own('image', { key: 'i' }))).toEqual(['b']);
  });
});

test('the report names settings without a meaning once, after what was changed', () => {
  const result = accepted(made('textfield', { navId: 'e1', inputMask: 'aa', customClass: 'wide' }));
  const lines = formReport({ ...result, missing: [] });
  expect(lines.at(-2)).toBe('  unknown to Form.io and to the portal: navId (first at "Angabe" (textfield))');
  expect(lines.filter((line) => line.includes("Form.io's builder"))).toEqual([
    expect.stringMatching(/^ {2}a setting of Form\.io's builder without a meaning here: .*customClass/),
  ]);
  expect(lines[2]).toMatch(/^ {2}inputMask: /);
});
