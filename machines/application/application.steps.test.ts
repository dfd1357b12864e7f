import { describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import { dueStep, isBeforeConfirmation, pageOfStep, stepOf, stepOfPage } from './application.steps.ts';
import type { FormPlace, Step } from './application.types.ts';

describe('the step that an address names', () => {
  it.each(['welcome', 'summary', 'conflict', 'notice', 'login', 'payment', 'submission', 'result'])(
    '%s',
    (name) => {
      expect(stepOf(name)).toBe(name);
    },
  );
  it.each(['page.person', 'change.person', 'page.a.b'])('%s, a page', (name) => {
    expect(stepOf(name)).toBe(name);
  });
  it.each([null, '', 'form', 'page.', 'pages.person', 'a page.person', 'Summary', 'person'])(
    'none in %s',
    (name) => {
      expect(stepOf(name)).toBeNull();
    },
  );
});

it.each<[Step, FormPlace | null, boolean]>([
  ['page.person', { page: 'person', returnsToSummary: false }, true],
  ['change.a.b', { page: 'a.b', returnsToSummary: true }, true],
  ['welcome', null, true],
  ['summary', null, true],
  ['notice', null, false],
  ['result', null, false],
])('%s is a page of the form or not, and before the confirmation or after it', (step, place, isBefore) => {
  expect(pageOfStep(step)).toEqual(place);
  expect(isBeforeConfirmation(step)).toBe(isBefore);
  if (place) expect(stepOfPage(place)).toBe(step);
});

it('is none that is due while the form is open, or without a process', () => {
  const facts = { running: false, feeCents: 0, noticeAllowed: false, mode: 'none' };
  const at = (status: string) => dueStep({ status, facts } as unknown as ProcessView);
  expect([at('CREATED'), at('EDITING'), at('PAYMENT_PENDING'), at('SUBMITTED'), dueStep(null)]).toEqual([
    null,
    null,
    'payment',
    'result',
    null,
  ]);
});
