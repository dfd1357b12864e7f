import { describe, expect, test } from 'vitest';
import { evaluate } from '#forms/rules/rules.ts';
import { accepted, fields, inPage, made, NOW, notes, reasons } from './testing.ts';

const YES_NO = ['ja', 'nei'].map((value) => ({ value, label: value }));
const question = made('radio', { key: 'a', values: YES_NO });
const onYes = { conditional: { show: true, when: 'a', eq: 'ja' } };

describe('`hidden` together with a condition', () => {
  const all = [
    made('textfield', { key: 'b', hidden: true, ...onYes }),
    made('fieldset', {
      key: 'f',
      legend: 'Teil',
      hidden: true,
      components: [made('textfield', { key: 'c' })],
      ...onYes,
    }),
    made('selectboxes', { key: 's', hidden: true, values: [{ value: 'x', label: 'X' }], ...onYes }),
    made('textfield', { key: 'd', hidden: true, customConditional: "show = data.a === 'ja'" }),
  ];

  test('is the condition, as in Form.io', () => {
    const { form } = accepted(question, ...all);
    expect([...evaluate(form, { a: 'nei' }, NOW).hidden].sort()).toEqual(['b', 'c', 'd', 'f', 's']);
    expect(evaluate(form, { a: 'ja' }, NOW).hidden.size).toBe(0);
    expect(notes(question, ...all)).toContain('the condition decides, as in Form.io');
  });

  test('stays hidden where the condition is one of the empty ones that the builder writes', () => {
    const empty = { conditional: { show: null, when: null, eq: '' }, customConditional: ' ' };
    expect(inPage(question, made('textfield', { key: 'b', hidden: true, ...empty }))).toMatchObject([
      { type: 'hidden' },
      { key: 'a' },
    ]);
  });
});

test('`hidden` alone is a value that the form decides, and the report says so', () => {
  const unseen = made('textfield', { key: 'b', hidden: true, defaultValue: 'online' });
  expect(inPage(question, unseen)).toMatchObject([{ type: 'hidden', defaultValue: 'online' }, { key: 'a' }]);
  expect(notes(question, unseen)).toContain('nobody sees it: the form decides its value, which is sent');
  expect(notes(question, { ...unseen, type: 'hidden' })).not.toContain('nobody sees it');
  expect(notes(question, { ...unseen, defaultValue: '' })).toContain('nothing sets it: it stays empty');
});

describe('a length beside the checks', () => {
  test('counts where the answer has one', () => {
    const field = made('textfield', { key: 'a', maxLength: '9', validate: { required: true } });
    expect(inPage(field)[0]).toMatchObject({ validate: { required: true, maxLength: 9 } });
    expect(notes(field)).toContain('it stood beside "validate"');
  });

  test('gives way to the one among the checks, and is nothing where there is no length', () => {
    expect(inPage(made('textfield', { maxLength: 9, validate: { maxLength: 5 } }))[0]).toMatchObject({
      validate: { maxLength: 5 },
    });
    expect(notes(made('number', { key: 'a', maxLength: 9 }))).toContain('the answer has no length');
  });
});

describe('keys', () => {
  const first = made('textfield', { key: 'name' });

  test('used twice are two, and the report says so', () => {
    expect(fields(first, first)).toEqual(['name', 'name2']);
    expect(notes(first, first)).toContain('the key "name" is used twice: here it is "name2"');
  });

  test('alone name a field in a container too, as Form.io looks for it', () => {
    const asked = { ...question, key: 'a-a' };
    const box = { type: 'container', key: 'k', label: 'K', input: true, components: [asked] };
    const when = (name: string) =>
      made('textfield', { key: 'b', conditional: { show: true, when: name, eq: 'ja' } });
    const { form } = accepted(box, when('a-a'));
    expect(evaluate(form, { a_a: 'ja' }, NOW).hidden.has('b')).toBe(false);
    expect(evaluate(form, { a_a: 'nei' }, NOW).hidden.has('b')).toBe(true);
    expect(reasons(box, when('m.a-a'))[0]).toContain('there is no field "m.a-a"');
    const rows = made('datagrid', { key: 'g', components: [asked] });
    expect(reasons(rows, when('a-a'))[0]).toContain('there is no field "a-a"');
  });

  test('of a container give way to those outside of it, before and after', () => {
    const box = { type: 'container', key: 'k', label: 'K', input: true, components: [first] };
    expect(fields(box, first)).toEqual(['k_name', 'name']);
    expect(fields(first, box)).toEqual(['name', 'k_name']);
  });

  test('that are missing come from the label, and stay when a question is added', () => {
    const nameless = (label: string) => made('textfield', { key: '', label });
    const size = nameless('Größe der Wohnung (m²)');
    expect(fields(size, nameless('<b>Größe</b> der Wohnung m²'))).toEqual([
      'groesseDerWohnungM',
      'groesseDerWohnungM2',
    ]);
    expect(fields(nameless('2. Straße'), size)).toEqual(['f2Strasse', 'groesseDerWohnungM']);
    expect(fields(nameless('?'), nameless('!'))).toEqual(['f', 'f2']);
    expect(notes(size)).toContain('it has no key: here it is "groesseDerWohnungM"');
    expect(inPage(made('textfield', { key: '', hidden: true, defaultValue: 'x' }))).toMatchObject([
      { type: 'hidden', key: 'angabe' },
    ]);
  });

  test('that are made up are no others of the form, before and behind', () => {
    const nameless = made('textfield', { key: '', label: 'F' });
    const named = made('textfield', { key: 'f' });
    const shown = made('textfield', { key: 'b', conditional: { show: true, when: 'f', eq: 'ja' } });
    expect(fields(nameless, named, shown)).toEqual(['f2', 'f', 'b']);
    expect(notes(nameless, named, shown)).not.toContain('used twice');
    expect(evaluate(accepted(nameless, named, shown).form, { f2: 'ja' }, NOW).hidden.has('b')).toBe(true);
    const dotted = made('textfield', { key: 'a.b' });
    for (const [key, field] of [
      ['f', nameless],
      ['a_b', dotted],
    ] as const) {
      const part = { type: 'fieldset', key, legend: 'Teil', input: false, components: [first] };
      expect(reasons(field, part)).toEqual([]);
      expect(reasons(part, field)).toEqual([]);
    }
  });
});

describe('a question behind what its answer shows', () => {
  test('moves before it, also out of the rest of its part', () => {
    const shown = made('textfield', { key: 'b', ...onYes });
    const part = made('fieldset', { key: 'f', legend: 'Teil', components: [shown] });
    expect(fields(part, made('textfield', { key: 'z' }), question)).toEqual(['a', 'b', 'z']);
    expect(notes(part, question)).toContain('it now stands before "Teil", which depends on it');
  });

  test('moves inside of a row', () => {
    const shown = made('textfield', { key: 'b', conditional: { show: true, when: 'g.a', eq: 'ja' } });
    expect(fields(made('datagrid', { key: 'g', components: [shown, question] }))).toEqual([
      'g',
      'g.a',
      'g.b',
    ]);
  });

  test('stays where it depends on what stands between, or is in another part: that is refused', () => {
    const shown = made('textfield', { key: 'b', ...onYes });
    const between = made('checkbox', { key: 'c' });
    const dependent = { ...question, conditional: { show: true, when: 'c', eq: 'true' } };
    expect(reasons(shown, between, dependent)[0]).toContain('"a" comes later');
    const part = made('fieldset', { key: 'f', legend: 'Teil', components: [question] });
    expect(reasons(shown, part)[0]).toContain('"a" comes later');
  });
});
