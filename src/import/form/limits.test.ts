import { describe, expect, test } from 'vitest';
import { accepted, broken, made, notes, reasons } from './testing.ts';

describe('limits that the portal checks in another way', () => {
  const words = (limits: object, more: object = {}) =>
    made('textarea', { key: 'a', validate: limits, ...more });

  test.each<[string, object, string, boolean]>([
    ['too many', { maxWords: 3 }, 'eins zwei drei vier', false],
    ['as many as possible', { maxWords: 3 }, ' eins zwei\ndrei ', true],
    ['too few', { minWords: '3' }, 'eins zwei', false],
    ['enough', { minWords: '3' }, 'eins zwei drei', true],
    ['in between', { minWords: 2, maxWords: 3 }, 'eins zwei', true],
    ['beside a pattern', { maxWords: 2, pattern: '[a-z ]+' }, 'eins zwei drei', false],
    ['beside a pattern that is met', { maxWords: 2, pattern: '[a-z ]+' }, 'eins zwei', true],
    ['beside a pattern that is not', { maxWords: 2, pattern: '[a-z ]+' }, 'EINS', false],
  ])('words: %s', (_, limits, value, isRight) => {
    const { form } = accepted(words(limits));
    expect(broken(form, { a: value }).map(([rule]) => rule)).toEqual(isRight ? [] : ['pattern']);
  });

  test('words: it is said how many, unless the form says it', () => {
    const { form, english } = accepted(words({ maxWords: 3 }));
    expect(broken(form, { a: 'eins zwei drei vier' })[0]?.[1]).toBe(
      'Bitte kürzen Sie Ihre Angabe auf höchstens 3 Wörter.',
    );
    expect(Object.values(english)).toContain('Please shorten your answer to at most 3 words.');
    const owned = accepted(words({ maxWords: 3 }, { errors: { pattern: 'Kürzer!' } })).form;
    expect(broken(owned, { a: 'eins zwei drei vier' })[0]?.[1]).toBe('Kürzer!');
  });

  test('words: a long text takes no time', () => {
    const { form } = accepted(words({ maxWords: 500 }));
    const start = performance.now();
    broken(form, { a: 'a'.repeat(20_000) });
    broken(form, { a: 'a '.repeat(10_000) });
    expect(performance.now() - start).toBeLessThan(500);
  });

  const values = ['x', 'y', 'z'].map((value) => ({ value, label: value.toUpperCase() }));
  const boxes = (limits: object, more: object = {}) =>
    made('selectboxes', { key: 'a', values, validate: limits, ...more });

  test.each<[object, Record<string, boolean>, string | undefined]>([
    [{ minSelectedCount: 2 }, {}, undefined],
    [{ minSelectedCount: 2 }, { x: true }, 'Bitte wählen Sie mindestens 2 Antworten aus.'],
    [{ minSelectedCount: '2' }, { x: true, z: true }, undefined],
    [{ maxSelectedCount: 1 }, { x: true, y: true }, 'Bitte wählen Sie höchstens eine Antwort aus.'],
    [
      { minSelectedCount: 1, maxSelectedCount: 2 },
      { x: true, y: true, z: true },
      'Bitte wählen Sie höchstens 2 Antworten aus.',
    ],
  ])('choices: %j with %j', (limits, chosen, message) => {
    const { form } = accepted(boxes(limits));
    expect(broken(form, { a: chosen })).toEqual(message ? [['json', message]] : []);
  });

  test('choices: in a row, and with the words of the form', () => {
    const limits = boxes({ minSelectedCount: 2 }, { minSelectedCountMessage: 'Zwei, bitte.' });
    const { form } = accepted(made('datagrid', { key: 'g', addAnother: 'Mehr', components: [limits] }));
    expect(broken(form, { g: [{ a: { x: true } }] })).toEqual([['json', 'Zwei, bitte.']]);
  });

  test('choices: beside a check of its own it is refused', () => {
    const found = reasons(boxes({ minSelectedCount: 2, json: { '!!': [{ var: 'value' }] } }));
    expect(found[0]).toContain('"minSelectedCount" is not supported here');
  });
});

describe('the first row of a group', () => {
  const required = made('textfield', { key: 'b', validate: { required: true } });
  const rows = (more: object, ...components: object[]) => made('datagrid', { key: 'g', components, ...more });
  const REPORT = 'begins with an entry that has to be filled in';

  test('that Form.io shows and that asks for something is required, and the report says so', () => {
    const inPart = { type: 'fieldset', key: 'f', legend: 'Teil', components: [required] };
    for (const group of [rows({}, required), rows({ type: 'simpledatagrid' }, inPart)]) {
      const { form } = accepted(group);
      expect(broken(form, {})).toEqual([['required', undefined]]);
      expect(broken(form, { g: [{ b: 'x' }] })).toEqual([]);
      expect(notes(group)).toContain(REPORT);
    }
  });

  test.each<[string, object]>([
    ['is not there', rows({ initEmpty: true }, required)],
    ['is not there in a form of the portal', rows({ rowLabel: 'Hund' }, required)],
    ['is not there in an older form', rows({ noFirstRow: true }, required)],
    ['is not there, of rows that are opened', { ...rows({}, required), type: 'editgrid' }],
    ['asks for nothing', rows({}, made('textfield', { key: 'b' }))],
    [
      'asks only after another answer',
      rows({}, made('checkbox', { key: 'a' }), {
        ...required,
        conditional: { show: true, when: 'g.a', eq: 'true' },
      }),
    ],
  ])('is not required where it %s', (_, group) => {
    expect(broken(accepted(group).form, {})).toEqual([]);
    expect(notes(group)).not.toContain(REPORT);
  });
});
