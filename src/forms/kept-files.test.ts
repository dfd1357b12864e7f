import { expect, it } from 'vitest';
import { filesAt, takesSeveralFiles, withFile, withoutFile } from './kept-files.ts';
import { formOf } from './testing/form.ts';
import type { FileValue, FormData } from './types.ts';

const file = (id: string): FileValue => ({ id, name: `${id}.pdf`, size: 1, type: 'application/pdf' });
const proof = (multiple: boolean) =>
  formOf({
    type: 'file',
    key: 'proof',
    label: 'Nachweis',
    input: true,
    multiple,
    filePattern: 'application/pdf',
    fileMaxSize: '1MB',
  });

it('names the files of a field, and nothing else that may be there', () => {
  expect(filesAt({ proof: [file('a'), file('b')] }, 'proof')).toEqual([file('a'), file('b')]);
  expect(filesAt({ proof: [file('a'), 'b', null, { id: 'c' }] as FormData[string] }, 'proof')).toEqual([
    file('a'),
  ]);
  expect(filesAt({ proof: 'a' }, 'proof')).toEqual([]);
  expect(filesAt({}, 'proof')).toEqual([]);
});

it('adds a file where several are possible, and otherwise replaces the one that is there', () => {
  const data = { proof: [file('a')] };
  expect(withFile(proof(true), data, 'proof', file('b'))).toEqual({ proof: [file('a'), file('b')] });
  expect(withFile(proof(false), data, 'proof', file('b'))).toEqual({ proof: [file('b')] });
  expect(data).toEqual({ proof: [file('a')] });
});

it('knows where several files are possible', () => {
  expect(takesSeveralFiles(proof(true), 'proof')).toBe(true);
  expect(takesSeveralFiles(proof(false), 'proof')).toBe(false);
  expect(takesSeveralFiles(proof(true), 'other')).toBe(false);
  const text = formOf({ type: 'textfield', key: 'proof', label: 'Nachweis', input: true });
  expect(takesSeveralFiles(text, 'proof')).toBe(false);
});

it('takes one file out', () => {
  expect(withoutFile({ proof: [file('a'), file('b')] }, 'proof', 'a')).toEqual({ proof: [file('b')] });
});
