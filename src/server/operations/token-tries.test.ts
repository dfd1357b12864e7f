import { expect, it } from 'vitest';
import { tokenTries } from './token-tries.ts';

/** Attempts by a clock that the test sets. */
function tries() {
  let at = Date.parse('2026-11-22T12:00:00Z');
  const made = tokenTries(() => new Date(at));
  const fail = (times: number) => {
    for (let count = 0; count < times; count += 1) made.failed();
  };
  return { ...made, fail, pass: (seconds: number) => (at += seconds * 1000) };
}

it('hears twenty wrong tokens, then none for a pause that doubles with each, up to fifteen minutes', () => {
  const { pause, fail, pass } = tries();
  fail(19);
  expect(pause()).toBe(0);
  fail(1);
  expect(pause()).toBe(2000);
  pass(1);
  expect(pause()).toBe(1000);
  pass(1);
  expect(pause()).toBe(0);
  fail(1);
  expect(pause()).toBe(4000);
  fail(30);
  expect(pause()).toBe(15 * 60_000);
});

it('forgets them after an hour without a wrong one, and when the right one came', () => {
  const { pause, fail, pass, succeeded } = tries();
  fail(25);
  pass(3600);
  expect(pause()).toBe(0);
  fail(1);
  expect(pause()).toBe(0);
  fail(25);
  succeeded();
  expect(pause()).toBe(0);
});
