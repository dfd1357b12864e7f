import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readLedgerFiles, writeLedgerFile } from './ledger-files.ts';
import type { LedgerFile } from './shape.ts';
import { sumOf } from './sum.ts';

const walked = (test: string, missing: string[], taken: Record<string, number>): LedgerFile => ({
  machine: 'door',
  layer: 'machine',
  test: `model-tests/${test}.test.ts`,
  coverage: { transitions: { total: 3, covered: 3 - missing.length, missing } },
  taken,
  seen: { shut: 1 },
  pathCount: 2,
  paths: [],
  pictures: [],
});

it('keeps one ledger for each test, machine and layer, the last one', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledger-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeLedgerFile(walked('door', ['shut door.opened'], {}), folder);
  const last = walked('door', [], { 'shut door.opened': 4 });
  const other = { ...last, layer: 'http' } as const;
  writeLedgerFile(last, folder);
  writeLedgerFile(other, folder);
  expect(readLedgerFiles(folder)).toEqual([other, last]);
});

it('what one test leaves to another one is missing no longer, and covered once that has walked it', () => {
  const left = { total: 3, covered: 1, missing: ['a'], elsewhere: { b: 'two.test.ts' } };
  const [one, two, three] = [['a'], ['a', 'b'], ['a']].map((missing) => walked('two', missing, {}));
  const sum = (...files: LedgerFile[]) => sumOf(files)[0]?.coverage.transitions;
  const first = { ...one!, coverage: { transitions: left } };
  expect(sum(first)).toEqual(left);
  expect(sum(first, two!)).toEqual(left);
  expect(sum(first, three!)).toEqual({ total: 3, covered: 2, missing: ['a'] });
});

it('adds up what several tests have walked: missing is what none of them has', () => {
  const files = [walked('one', ['a', 'b'], { c: 1 }), walked('two', ['b', 'c'], { a: 2, c: 1 })];
  expect(sumOf(files)).toEqual([
    {
      machine: 'door',
      layer: 'machine',
      tests: ['model-tests/one.test.ts', 'model-tests/two.test.ts'],
      coverage: { transitions: { total: 3, covered: 2, missing: ['b'] } },
      taken: { a: 2, c: 2 },
      seen: { shut: 2 },
      pathCount: 4,
      paths: [],
      pictures: [],
    },
  ]);
});
