import { expect, it } from 'vitest';
import { formStep } from './form-step.ts';
import type { ProcessRow } from './row.ts';

const form = { pages: () => ['who', 'dog', 'bank'] };
const row = (change: object) =>
  ({ status: 'EDITING', context: { running: false }, data: {}, ...change }) as unknown as ProcessRow;

it.each([
  ['the page that was open last', row({ page: 'dog' }), { at: 2, of: 4 }],
  ['the first page before any was open', row({ page: null }), { at: 1, of: 4 }],
  ['a page that the answers have hidden', row({ page: 'gone' }), null],
  ['what is to be paid', row({ status: 'COMPLETED', page: 'bank' }), null],
])('a draft at %s', (_, draft, step) => {
  expect(formStep(form, draft)).toEqual(step);
});

it('nobody knows the steps of a form that runs elsewhere, or is gone', () => {
  expect(formStep({ pages: () => [] }, row({ page: null }))).toBeNull();
  expect(formStep(null, row({ page: 'dog' }))).toBeNull();
});
