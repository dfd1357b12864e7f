import { expect, it } from 'vitest';
import type { Case } from './read-case.ts';
import { triedIn, triedOutcome, triedQuery } from './tried.ts';

const payment = (state: string, checks: number) =>
  ({ delivery: null, handIns: [], payments: [{ id: 'p', attempt: 1, state, checks }] }) as unknown as Case;
const handIn = (state: string, context: object) =>
  ({ delivery: null, payments: [], handIns: [{ number: 2, state, context }] }) as unknown as Case;
const delivery = (state: string, context: object) =>
  ({ handIns: [], payments: [], delivery: { state, context } }) as unknown as Case;

const told = (found: Case, what: 'payment' | 'handIn' | 'delivery', from = '', isProviderAway = false) => {
  const id = what === 'payment' ? 'p' : '2';
  const outcome = triedOutcome(found, { what, id, from }, { locale: 'en', isProviderAway });
  return outcome && [outcome.kind, outcome.text];
};

const later = { problem: 'PartnerUnavailable', nextTryAt: '2026-11-28T12:00:00Z', tries: 1, tryUntil: 'x' };

it.each([
  [
    payment('pending', 3),
    'pending:3',
    false,
    ['open', 'The payment service is asked within the next seconds.'],
  ],
  [
    payment('pending', 4),
    'pending:3',
    false,
    ['open', 'The payment service was asked. The payment is still open.'],
  ],
  [
    payment('pending', 4),
    'pending:3',
    true,
    ['bad', 'The payment service does not answer. The portal goes on asking by itself.'],
  ],
  [payment('paid', 3), 'pending:3', true, ['good', 'The payment service has answered. The payment: Paid.']],
  [handIn('waiting', later), '', false, null],
] as const)('what became of a question to the payment service: %#', (found, from, isAway, outcome) => {
  expect(told(found, 'payment', from, isAway)).toEqual(outcome);
});

it.each([
  ['waiting', { ...later, problem: null }, 'waiting:1:x', ['open', 'The try is still under way.']],
  [
    'waiting',
    later,
    'waiting:0:x',
    ['bad', 'The try has failed. The delivery service does not answer. Next try: 28 Nov 2026, 13:00.'],
  ],
  [
    'failed',
    { ...later, problem: 'DeliveryRefused' },
    '',
    [
      'bad',
      'The try has failed. The delivery service has refused it. The portal does not try again by itself.',
    ],
  ],
  ['delivered', later, '', ['good', 'The try has worked: the documents are delivered.']],
] as const)('what became of the try of a hand-in: %s', (state, context, from, outcome) => {
  expect(told(handIn(state, context), 'handIn', from)).toEqual(outcome);
});

it.each([
  ['waiting', later, 'bad'],
  ['SUBMIT_DATA_TO_AUTHORITY', { ...later, nextTryAt: null }, 'open'],
  ['SUBMISSION_FAILURE', later, 'bad'],
  ['SUBMISSION_COMPLETED', later, 'good'],
] as const)('what became of the try of a delivery: %s', (state, context, kind) => {
  expect(told(delivery(state, context), 'delivery')?.[0]).toBe(kind);
});

it('an address names a try, or none', () => {
  const tried = { what: 'handIn', id: '2', from: 'waiting:0:x & more' } as const;
  expect(triedIn(Object.fromEntries(new URLSearchParams(triedQuery(tried))))).toEqual(tried);
  expect(triedIn({ tried: 'other' })).toBeNull();
  expect(triedIn({})).toBeNull();
});
