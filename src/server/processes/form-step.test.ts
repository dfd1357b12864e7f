import { expect, it } from 'vitest';
import type { FormFault } from '#server/ports/form.ts';
import { formStep } from './form-step.ts';
import type { ProcessRow } from './row.ts';

const form = { pages: () => ['who', 'dog', 'bank'], check: () => ({ data: {}, faults: [] as FormFault[] }) };
const fault = { path: 'iban', page: 'bank', label: 'IBAN', rule: 'required' } as const;
const faulty = { ...form, check: () => ({ data: {}, faults: [fault] }) };
const row = (change: object) =>
  ({ status: 'EDITING', context: { running: false }, data: {}, ...change }) as unknown as ProcessRow;

it.each([
  ['the page that was open last', row({ page: 'dog' }), { at: 2, of: 4 }],
  ['the first page before any was open', row({ page: null }), { at: 1, of: 4 }],
  ['a page that the answers have hidden', row({ page: 'gone' }), null],
  [
    'the last page, with all that the form needs, which leads to the summary',
    row({ page: 'bank' }),
    { at: 4, of: 4 },
  ],
  ['what is to be paid', row({ status: 'COMPLETED', page: 'bank' }), null],
])('a draft at %s', (_, draft, step) => {
  expect(formStep(form, draft)).toEqual(step);
});

it('a draft at the last page that lacks something stays there', () => {
  expect(formStep(faulty, row({ page: 'bank' }))).toEqual({ at: 3, of: 4 });
});

it('nobody knows the steps of a form that runs elsewhere, or is gone', () => {
  expect(formStep({ ...form, pages: () => [] }, row({ page: null }))).toBeNull();
  expect(formStep(null, row({ page: 'dog' }))).toBeNull();
});
