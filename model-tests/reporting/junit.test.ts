import { expect, it } from 'vitest';
import { readJUnit } from './junit.ts';

it('reads files of tests, what failed in them and how long they took', () => {
  const xml = `<?xml version="1.0" encoding="UTF-8" ?>
<testsuites name="vitest tests" tests="3" failures="1" errors="0" time="1.5">
  <testsuite name="src/a.test.ts" timestamp="2026-11-01T10:00:00.000Z" hostname="x" tests="3" failures="1" errors="0" skipped="1" time="1.5">
    <testcase classname="src/a.test.ts" name="works &gt; &quot;always&quot;" time="1"/>
  </testsuite>
</testsuites>`;
  expect(readJUnit(xml)).toEqual([{ file: 'src/a.test.ts', tests: 3, failed: 1, skipped: 1, seconds: 1.5 }]);
  expect(() => readJUnit('no xml')).toThrow();
});
