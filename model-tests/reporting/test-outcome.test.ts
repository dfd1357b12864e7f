import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { compareFailures, type Failure, inWords, readOutcome } from './test-outcome.ts';

type Tests = Record<string, 'passed' | 'failed' | 'skipped'>;

/** Outcome of a run whose files had these tests; null stands for a file that could not be loaded. */
function outcomeOf(files: Record<string, Tests | null>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'outcome-'));
  const testResults = Object.entries(files).map(([file, tests]) => ({
    name: path.join('/project', file),
    startTime: 1_000,
    endTime: 3_460,
    message: tests ? '' : 'no such module',
    assertionResults: Object.entries(tests ?? {}).map(([fullName, status]) => ({
      fullName,
      status,
      failureMessages: status === 'failed' ? ['expected 1', 'to be 2'] : [],
    })),
  }));
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const numPassedTests = all.filter(({ status }) => status === 'passed').length;
  try {
    writeFileSync(path.join(folder, 'tests.json'), JSON.stringify({ numPassedTests, testResults }));
    return readOutcome(path.join(folder, 'tests.json'), '/project');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const WALK = 'model-tests/browser/a.test.ts';
const names = (failures: readonly Failure[]) => failures.map(({ file, test }) => `${file} ${test}`);

it('counts what passed by project, and names what failed with its reason', () => {
  const { passed, passedIn, failures, seconds } = outcomeOf({
    [WALK]: { one: 'passed', two: 'failed', three: 'skipped' },
    'model-tests/http/b.test.ts': { one: 'passed', two: 'passed' },
    'ui/c.test.tsx': { one: 'passed' },
    'src/d.test.ts': null,
  });
  expect([passed, passedIn]).toEqual([4, { browser: 1, http: 2, screens: 1, unit: 0 }]);
  expect(seconds.get(WALK)).toBe(2.5);
  expect(failures).toEqual([
    { file: WALK, test: 'two', reason: 'expected 1\nto be 2' },
    { file: 'src/d.test.ts', test: '', reason: 'no such module' },
  ]);
  expect(failures.map((it) => inWords('FAILED', it).split('\n')[0])).toEqual([
    `FAILED ${WALK} > two`,
    'FAILED src/d.test.ts',
  ]);
});

it('takes for unsteady only what passed when it was run again', () => {
  const unloaded = 'src/d.test.ts';
  const { failures } = outcomeOf({ [WALK]: { one: 'failed', two: 'failed' }, [unloaded]: null });
  const after = (files: Record<string, Tests | null>) => {
    const { lasting, unsteady } = compareFailures(failures, outcomeOf(files));
    return { lasting: names(lasting), unsteady: names(unsteady) };
  };
  const [one, two, whole] = [`${WALK} one`, `${WALK} two`, `${unloaded} `];
  expect(after({ [WALK]: { one: 'passed', two: 'failed' }, [unloaded]: { a: 'passed' } })).toEqual({
    lasting: [two],
    unsteady: [one, whole],
  });
  expect(
    after({ [WALK]: { one: 'skipped', two: 'passed' }, [unloaded]: { a: 'failed', b: 'passed' } }),
  ).toEqual({
    lasting: [one, whole],
    unsteady: [two],
  });
  expect(after({ [WALK]: null })).toEqual({ lasting: [one, two, whole], unsteady: [] });
});
