import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { restOfTests, sweeps } from '../rest-of-tests.ts';

const OWN = 'model-tests/house/rest-of-tests.test.ts';
const root = path.resolve(import.meta.dirname, '../..');

it('every file that is left for later exists, and is named once', () => {
  expect(restOfTests.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(new Set(restOfTests).size).toBe(restOfTests.length);
});

it('sweeps are known by their ask for a share of the cases, and are not left out', () => {
  const asking = globSync('{src,model-tests,machines}/**/*.test.ts', { cwd: root })
    .filter((file) =>
      /inject\('shareOfCases'\)|\/later\.ts'/.test(readFileSync(path.join(root, file), 'utf8')),
    )
    .filter((file) => file !== OWN)
    .toSorted();
  expect(asking).toEqual(sweeps.toSorted());
  expect(sweeps.filter((file) => restOfTests.includes(file))).toEqual([]);
});
