import { describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import {
  dueStep,
  isBeforeConfirmation,
  pageOfStep,
  sendsByItself,
  stepOf,
  stepOfPage,
} from './application.steps.ts';
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

it.each<[string, string, object, boolean, boolean]>([
  ['confirmed here', 'COMPLETED', {}, true, true],
  ['confirmed elsewhere', 'COMPLETED', {}, false, false],
  ['to be paid', 'COMPLETED', { feeCents: 1100 }, false, true],
  ['paid', 'PAID', { feeCents: 1100, paidCents: 1100 }, false, true],
  ['paid and not delivered', 'SUBMIT_FAILURE', { feeCents: 1100, paidCents: 1100 }, true, false],
  [
    'waiting for the notice',
    'COMPLETED',
    { noticeAllowed: true, hasPostbox: true, notice: null },
    true,
    true,
  ],
  ['waiting for a login, which leaves the window', 'COMPLETED', { mode: 'complete' }, true, false],
  [
    'paid and waiting for a login',
    'PAID',
    { mode: 'complete', feeCents: 1100, paidCents: 1100 },
    false,
    true,
  ],
  ['undecided', 'COMPLETED', { conflictOpen: true }, true, false],
])(
  'an application that is %s is sent by itself in the end, or not',
  (_, status, facts, sendsWhenReady, does) => {
    const view = {
      status,
      facts: { running: false, feeCents: 0, paidCents: 0, noticeAllowed: false, mode: 'none', ...facts },
    };
    expect(sendsByItself({ process: view as unknown as ProcessView, sendsWhenReady })).toBe(does);
  },
);
it('nothing is sent without an application', () => {
  expect(sendsByItself({ process: null, sendsWhenReady: true })).toBe(false);
});
