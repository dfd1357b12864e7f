import { expect, test } from 'vitest';
import * as z from 'zod';
import { checkJson, readJson } from './json-file.ts';

test('faults name the line, the place and, in plain words, what is expected there', () => {
  const read = readJson('a.json', '{\n  "title": 3,\n  "other": 1\n}');
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  const schema = z.strictObject({ title: z.string(), topics: z.array(z.string()) });
  expect(checkJson(read.json, schema)).toEqual({
    faults: [
      { file: 'a.json', line: 2, reason: 'title: a text is expected' },
      { file: 'a.json', line: 1, reason: 'topics: it is missing; a list is expected' },
      { file: 'a.json', line: 3, reason: 'other: this key is not known here' },
    ],
  });
});
