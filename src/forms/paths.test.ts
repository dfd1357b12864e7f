import { expect, test } from 'vitest';
import {
  fieldAt,
  fieldId,
  fileIds,
  filesIn,
  getValue,
  insertRow,
  pageOf,
  parsePath,
  removeRow,
  setValue,
} from './paths.ts';
import { household } from './testing/form.ts';

test('data paths lead into rows', () => {
  expect(parsePath('children[10].name')).toEqual(['children', 10, 'name']);
  const data = { children: [{ name: 'Ada' }, { name: 'Ben' }] };
  expect(getValue(data, 'children[1].name')).toBe('Ben');
  expect(getValue(data, 'children[7].name')).toBeUndefined();
  expect(getValue(data, 'constructor.name')).toBeUndefined();
});

test('a changed copy shares everything beside the path', () => {
  const data = { a: { deep: 1 }, children: [{ name: 'Ada' }, { name: 'Ben' }] };
  const next = setValue(data, 'children[1].name', 'Bo');
  expect(next).toEqual({ a: { deep: 1 }, children: [{ name: 'Ada' }, { name: 'Bo' }] });
  expect(next.a).toBe(data.a);
  expect((next.children as unknown[])[0]).toBe(data.children[0]);
  expect(data.children[1]?.name).toBe('Ben');
  expect(setValue({}, 'children[0].name', 'Ada')).toEqual({ children: [{ name: 'Ada' }] });
  expect(setValue({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 });
  expect(setValue({ a: 'text' }, 'a.b', 1)).toEqual({ a: { b: 1 } });
  expect(setValue({ a: 'text' }, 'a[0]', 1)).toEqual({ a: [1] });
  expect(setValue({ a: [1] }, 'a.b', 1)).toEqual({ a: { b: 1 } });
  expect(setValue({ a: { b: 1, c: 2 } }, 'a.b', undefined)).toEqual({ a: { c: 2 } });
  expect(removeRow(next, 'children', 0)).toEqual({ a: { deep: 1 }, children: [{ name: 'Bo' }] });
  expect(removeRow(data, 'nobody', 0)).toBe(data);
  const row = { name: 'Eva' };
  expect(insertRow(data, 'children', 1, row).children).toEqual([data.children[0], row, data.children[1]]);
  expect(insertRow(data, 'children', 2, row).children).toEqual([...data.children, row]);
  expect(insertRow({}, 'children', 0, row)).toEqual({ children: [row] });
});

test('a path cannot reach the prototype', () => {
  setValue({}, '__proto__.polluted', true);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.keys(setValue({}, '__proto__', { polluted: true }))).toEqual(['__proto__']);
});

test('a path names its field, its page and its input', () => {
  expect(fieldAt(household, 'children[3].birthdate')?.type).toBe('day');
  expect(fieldAt(household, 'children[3].nothing')).toBeUndefined();
  expect(pageOf(household, 'children[3].birthdate')).toBe('family');
  expect(pageOf(household, 'iban')).toBe('person');
  expect(pageOf(household, 'nothing')).toBeUndefined();
  expect(fieldId('children[3].birthdate')).toBe('field-children-3-birthdate');
});

test('all uploaded files of a form are found, in rows too', () => {
  const file = (id: string) => ({ id, name: `${id}.pdf`, size: 1, type: 'application/pdf' });
  const data = { proof: [file('one'), file('two')], children: [{ certificate: [file('three')] }], name: 'x' };
  expect(fileIds(household, data)).toEqual(['one', 'two', 'three']);
  expect(filesIn(household, data).map(({ path }) => path)).toEqual([
    'proof',
    'proof',
    'children[0].certificate',
  ]);
  expect(fileIds(household, { proof: 'one', children: [null] as never })).toEqual([]);
});
