import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { restOfTests } from '../rest-of-tests.ts';

const root = path.resolve(import.meta.dirname, '../..');

it('every file that is left for later exists, and is named once', () => {
  expect(restOfTests.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(new Set(restOfTests).size).toBe(restOfTests.length);
});
