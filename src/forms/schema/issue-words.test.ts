import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { issueWords } from './issue-words.ts';
import { parseForm } from './schema.ts';

const either = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('FREE') }),
  z.strictObject({ kind: z.literal('FIXED') }),
]);

test.each<[z.ZodType, unknown, string]>([
  [z.array(z.string()), undefined, 'it is missing; a list is expected'],
  [z.string(), 3, 'a text is expected'],
  [z.number(), '3', 'a number is expected'],
  [z.int(), 1.5, 'a whole number is expected'],
  [z.boolean(), 'yes', 'true or false is expected'],
  [z.null(), 1, 'null is expected'],
  [z.strictObject({}), null, 'an object is expected'],
  [z.record(z.string(), z.string()), [], 'an object is expected'],
  [z.string().min(1), '', 'the text is empty'],
  [z.string().min(3), 'ab', 'at least 3 characters are expected'],
  [z.string().max(1), 'ab', 'at most 1 character is expected'],
  [z.array(z.string()).min(1), [], 'at least 1 entry is expected'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'at most 2 entries are expected'],
  [z.int().min(2), 1, 'a number of at least 2 is expected'],
  [z.number().gt(2), 2, 'a number above 2 is expected'],
  [z.int().max(2), 3, 'a number of at most 2 is expected'],
  [z.number().lt(2), 2, 'a number below 2 is expected'],
  [z.number().multipleOf(5), 3, 'a multiple of 5 is expected'],
  [z.enum(['day', 'week']), 'weeks', '"day" or "week" is expected'],
  [z.enum(['day', 'week', 'year']), undefined, 'it is missing; "day", "week" or "year" is expected'],
  [z.literal(true), false, 'true is expected'],
  [either, { kind: 'FREI' }, '"FREE" or "FIXED" is expected'],
  [z.union([z.string(), z.strictObject({ de: z.string() })]), 3, 'a text or an object is expected'],
  [z.union([z.string(), z.number()]), undefined, 'it is missing; a text or a number is expected'],
  [
    z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.number() })]),
    { a: 1 },
    'none of what is possible here fits',
  ],
  [z.union([z.string().min(2), z.number()]), 'a', 'at least 2 characters are expected'],
  [z.email(), 'x', 'a mail address is expected'],
  [z.url(), 'x', 'a web address is expected'],
  [z.iso.date(), '1.2.2025', 'a day is expected, as YYYY-MM-DD'],
  [z.uuid(), 'x', 'a UUID is expected'],
  [z.string().regex(/a/), 'b', 'the text does not have the expected form'],
  [z.record(z.string().min(2), z.string()), { a: 'x' }, 'this key is not possible here'],
  [z.string().regex(/a/, 'an a is expected'), 'b', 'an a is expected'],
])('%#: what does not fit is told in plain words', (schema, value, words) => {
  const { error } = schema.safeParse(value, { error: issueWords });
  expect(error?.issues.map(({ message }) => message)).toEqual([words]);
});

test('no problem of a form is told in the words of the library', () => {
  const file = join(import.meta.dirname, '../../../content/services/hundesteuer/form.json');
  const form = JSON.parse(readFileSync(file, 'utf8')) as object;
  const told = broken(form).flatMap((one) => {
    const parsed = parseForm(one);
    return 'problems' in parsed ? parsed.problems.map(({ reason }) => reason) : [];
  });
  expect(told.length).toBeGreaterThan(100);
  expect(told.filter((reason) => /^Invalid|^Too |expected \w+, received/.test(reason))).toEqual([]);
});

/** Copies of a value, in each of which another part is of the wrong kind. */
function broken(value: unknown): unknown[] {
  const here = [3, 'x', [], {}, null].filter((other) => kindOf(other) !== kindOf(value));
  if (typeof value !== 'object' || value === null) return here;
  const inside = Object.entries(value).flatMap(([key, part]) =>
    broken(part).map((other) =>
      Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other },
    ),
  );
  const without = Array.isArray(value)
    ? []
    : Object.keys(value).map((key) =>
        Object.fromEntries(Object.entries(value).filter(([one]) => one !== key)),
      );
  return [...here, ...inside, ...without];
}

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
