import { expect, it } from 'vitest';
import { processGuards } from './process.guards.ts';
import type { ProcessRow } from './process.selectors.ts';
import { goesOnByItself, nextStep, type StepAhead, stepsLeft } from './process.steps.ts';
import type { ProcessContext } from './process.types.ts';

const PAID_CENTS = 1100;
const paid: ProcessContext = {
  mode: 'none',
  feeCents: PAID_CENTS,
  paidCents: PAID_CENTS,
  refundDueCents: 0,
  noticeAllowed: false,
  notice: null,
  hasUser: false,
  hasPostbox: false,
  loginConfirmed: false,
  conflictOpen: false,
  running: false,
  acknowledged: false,
};

it.each<[string, string, Partial<ProcessContext>, boolean]>([
  ['paid', 'PAID', {}, true],
  ['paid before it was completed', 'COMPLETED', {}, true],
  ['paid with a chosen notice', 'ELECTRONIC_NOTICE_SELECTED', {}, true],
  ['free, so that the person sends it', 'COMPLETED', { feeCents: 0, paidCents: 0 }, false],
  ['not paid', 'COMPLETED', { paidCents: 0 }, false],
  ['paid with another amount', 'COMPLETED', { paidCents: 900 }, false],
  ['being sent', 'PAID', { running: true }, false],
  ['waiting for a login', 'PAID', { mode: 'complete' }, false],
  ['waiting for the notice', 'COMPLETED', { noticeAllowed: true, hasPostbox: true }, false],
  ['waiting for a decision', 'PAID', { conflictOpen: true }, false],
  ['still open', 'EDITING', {}, false],
  ['sent', 'SUBMITTED', {}, false],
  ['not delivered, so that the person decides', 'SUBMIT_FAILURE', {}, false],
  ['of which a payment failed after another', 'PAYMENT_FAILURE', {}, false],
])('an application that is %s goes on by itself, or not', (_, state, facts, does) => {
  expect(goesOnByItself({ state, context: { ...paid, ...facts } } as ProcessRow)).toBe(does);
});

it.each<[string, number, Partial<ProcessContext>, boolean]>([
  ['the fee', PAID_CENTS, { paidCents: 0 }, true],
  ['another amount', 900, { paidCents: 0 }, false],
  ['the fee again', PAID_CENTS, {}, false],
  ['nothing, where nothing is due', 0, { feeCents: 0, paidCents: 0 }, false],
])('%s pays the fee, or not', (_, amountCents, facts, does) => {
  const event = { type: 'payment.settled', amountCents } as const;
  expect(processGuards.moneyPaysTheFee({ context: { ...paid, ...facts }, event })).toBe(does);
});

const open = { feeCents: PAID_CENTS, paidCents: 0 };
const all = { ...open, mode: 'complete', noticeAllowed: true, hasPostbox: true } as const;
it.each<[string, string, Partial<ProcessContext>, readonly StepAhead[]]>([
  ['confirmed', 'COMPLETED', { feeCents: 0, paidCents: 0 }, ['submission']],
  ['confirmed and not paid', 'COMPLETED', open, ['payment', 'submission']],
  ['waiting for everything', 'COMPLETED', all, ['notice', 'login', 'payment', 'submission']],
  [
    'undecided',
    'COMPLETED',
    { ...all, conflictOpen: true },
    ['conflict', 'notice', 'login', 'payment', 'submission'],
  ],
  ['past the notice', 'ELECTRONIC_NOTICE_SELECTED', all, ['login', 'payment', 'submission']],
  ['being paid', 'PAYMENT_PENDING', open, ['payment', 'submission']],
  [
    'being paid, with another login',
    'PAYMENT_PENDING',
    { ...open, conflictOpen: true },
    ['payment', 'conflict', 'submission'],
  ],
  ['of which a payment failed', 'PAYMENT_FAILURE', open, ['payment', 'submission']],
  ['not delivered', 'SUBMIT_FAILURE', {}, ['submission']],
  ['still open', 'EDITING', open, []],
  ['just begun', 'CREATED', open, []],
  ['sent', 'SUBMITTED', {}, []],
  ['deleted', 'deleted', {}, []],
])('what is left of an application that is %s', (_, state, facts, left) => {
  const row = { state, context: { ...paid, ...facts } } as ProcessRow;
  expect(stepsLeft(row)).toEqual(left);
  if (left[0]) expect(nextStep(row)).toBe(left[0]);
});
