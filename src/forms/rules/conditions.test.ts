import { describe, expect, test } from 'vitest';
import { formOf } from '../testing/form.ts';
import type { FormValue } from '../types.ts';
import { evaluate } from './rules.ts';

const field = (type: string, key: string, more: object = {}) => ({
  type,
  key,
  label: key,
  input: true,
  ...more,
});
const OPTIONS = { values: ['a', 'b'].map((value) => ({ value, label: value })) };
const FILE = { multiple: true, filePattern: 'application/pdf', fileMaxSize: '1MB' };
const kinds = {
  text: field('textfield', 'x'),
  area: field('textarea', 'x'),
  phone: field('phoneNumber', 'x'),
  email: field('email', 'x'),
  number: field('number', 'x'),
  checkbox: field('checkbox', 'x'),
  radio: field('radio', 'x', OPTIONS),
  boxes: field('selectboxes', 'x', OPTIONS),
  file: field('file', 'x', FILE),
  moment: field('datetime', 'x', { enableDate: true, enableTime: true }),
} as const;
type Kind = keyof typeof kinds;

/** True if a field with this condition is shown for this value of `x`. */
function isShown(kind: Kind, value: FormValue, conditional: object): boolean {
  const form = formOf(kinds[kind], field('textfield', 'y', { conditional }));
  return !evaluate(form, value === undefined ? {} : { x: value }).hidden.has('y');
}
const pdf = { id: 'f1', name: 'a.pdf', size: 1, type: 'application/pdf' };

describe('a list of conditions', () => {
  const list = (operator: string, value?: unknown, show = true) => ({
    show,
    conjunction: 'all',
    conditions: [{ component: 'x', operator, ...(value !== undefined && { value }) }],
  });

  test.each<[Kind, FormValue, string, string | number | boolean, boolean]>([
    ['text', 'a', 'isEqual', 'a', true],
    ['text', 'A', 'isEqual', 'a', false],
    ['text', 'b', 'isNotEqual', 'a', true],
    ['text', 'a', 'isNotEqual', 'a', false],
    ['number', 5, 'isEqual', 5, true],
    ['number', 4, 'isEqual', 5, false],
    ['checkbox', true, 'isEqual', 'true', true],
    ['checkbox', true, 'isEqual', true, true],
    ['checkbox', false, 'isEqual', 'true', false],
    ['checkbox', false, 'isEqual', 'false', true],
    ['boxes', { a: true, b: false }, 'isEqual', 'a', true],
    ['boxes', { a: true, b: false }, 'isEqual', 'b', false],
    ['boxes', { a: true, b: false }, 'isNotEqual', 'b', true],
    ['radio', 'a', 'isEqual', 'a', true],
    ['radio', 'b', 'isEqual', 'a', false],
    ['text', 'nabc', 'includes', 'ab', true],
    ['text', 'nac', 'includes', 'ab', false],
    ['text', undefined, 'includes', 'ab', false],
    ['text', 'nabc', 'notIncludes', 'ab', false],
    ['text', 'nac', 'notIncludes', 'ab', true],
    ['text', undefined, 'notIncludes', 'ab', true],
    ['number', 4, 'lessThan', 5, true],
    ['number', 5, 'lessThan', 5, false],
    ['number', 5, 'lessThanOrEqual', 5, true],
    ['number', 6, 'lessThanOrEqual', 5, false],
    ['number', 6, 'greaterThan', 5, true],
    ['number', 5, 'greaterThan', 5, false],
    ['number', 5, 'greaterThanOrEqual', 5, true],
    ['number', 4, 'greaterThanOrEqual', 5, false],
    ['number', undefined, 'lessThan', 5, false],
    ['number', undefined, 'greaterThanOrEqual', 0, false],
  ])('of a %s: %j %s %j is %s', (kind, value, operator, wanted, holds) => {
    expect(isShown(kind, value, list(operator, wanted))).toBe(holds);
    expect(isShown(kind, value, list(operator, wanted, false)), 'hidden by it').toBe(!holds);
  });

  test.each<[Kind, FormValue, boolean]>([
    ['text', undefined, true],
    ['text', '', true],
    ['text', ' \n', true],
    ['area', ' ', true],
    ['phone', ' ', true],
    ['email', '', true],
    ['text', ' a', false],
    ['number', undefined, true],
    ['number', 0, false],
    ['checkbox', false, true],
    ['checkbox', true, false],
    ['boxes', { a: false, b: false }, true],
    ['boxes', { a: false, b: true }, false],
    ['email', ' ', true],
    ['moment', ' ', false],
    ['file', [], true],
    ['file', [pdf], false],
  ])('knows whether a %s with %j is empty: %s', (kind, value, empty) => {
    expect(isShown(kind, value, list('isEmpty'))).toBe(empty);
    expect(isShown(kind, value, list('isNotEmpty'))).toBe(!empty);
  });

  test.each([
    ['all', 'a', 'b', true],
    ['all', 'a', 'c', false],
    ['all', 'c', 'b', false],
    ['any', 'a', 'c', true],
    ['any', 'c', 'b', true],
    ['any', 'c', 'c', false],
  ])('holds where %s of them do: %s, %s', (conjunction, first, second, holds) => {
    const conditions = [
      { component: 'x', operator: 'isEqual', value: 'a' },
      { component: 'z', operator: 'isEqual', value: 'b' },
    ];
    const form = formOf(
      kinds.text,
      field('textfield', 'z'),
      field('textfield', 'y', { conditional: { show: true, conjunction, conditions } }),
    );
    expect(evaluate(form, { x: first, z: second }).hidden.has('y')).toBe(!holds);
  });
});

describe('a single condition', () => {
  test.each<[Kind, FormValue, string | number | boolean, boolean]>([
    ['text', 'a', 'a', true],
    ['text', 'b', 'a', false],
    ['text', undefined, 'a', false],
    ['number', 5, '5', true],
    ['number', 5, 5, true],
    ['number', 4, 5, false],
    ['checkbox', true, 'true', true],
    ['checkbox', false, 'true', false],
    ['boxes', { a: true, b: false }, 'a', true],
    ['boxes', { a: true, b: false }, 'b', false],
    ['boxes', { a: true }, 'b', false],
    ['boxes', {}, 'a', false],
  ])('of a %s: %j is %j: %s', (kind, value, eq, holds) => {
    for (const show of [true, 'true']) expect(isShown(kind, value, { show, when: 'x', eq })).toBe(holds);
    for (const show of [false, 'false']) expect(isShown(kind, value, { show, when: 'x', eq })).toBe(!holds);
  });
});

describe('a condition in JSONLogic', () => {
  test.each<[FormValue, object, boolean]>([
    ['a', { '==': [{ var: 'data.x' }, 'a'] }, true],
    ['b', { '==': [{ var: 'data.x' }, 'a'] }, false],
    ['a', { var: 'data.x' }, true],
    ['', { var: 'data.x' }, false],
    // As in Form.io: without a result the field is shown.
    [undefined, { var: 'data.x' }, true],
    ['a', { if: [{ '==': [{ var: 'data.x' }, 'b'] }, false] }, true],
  ])('of %j: %j is %s', (value, json, shown) => {
    expect(isShown('text', value, { json })).toBe(shown);
  });
});
