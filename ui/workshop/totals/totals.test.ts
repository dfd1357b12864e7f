import { expect, it } from 'vitest';
import type { MachineTotals } from '#contract/workshop.ts';
import { workflows } from '../machines.ts';
import { spanText } from './span-text.ts';
import { totalsWeights } from './totals-weights.ts';

it('numbers are on the states and arrows of the drawing, the strongest shaded most', () => {
  const totals: MachineTotals = {
    machine: 'process',
    states: [
      { state: 'EDITING', now: 2000, stays: 5, averageSeconds: 90 },
      { state: 'PAYMENT_FAILURE', now: 500, stays: 0, averageSeconds: null },
      { state: 'SUBMITTED', now: 0, stays: 0, averageSeconds: null },
      { state: 'OF_ANOTHER_BUILD', now: 9, stays: 0, averageSeconds: null },
    ],
    arrows: [
      {
        event: 'payment.failed',
        from: 'PAYMENT_PENDING',
        to: 'PAYMENT_FAILURE',
        rule: 'PROC-34',
        count: 3,
        by: {} as never,
      },
    ],
  };
  const weights = totalsWeights(workflows.get('process')!, totals, 'en');
  expect(weights.get('EDITING')).toEqual({ text: '2,000', share: 1 });
  expect(weights.get('PAYMENT_FAILURE')).toEqual({ text: '500', share: 0.25 });
  expect(weights.get('PAYMENT_PENDING payment.failed')).toEqual({ text: '3', share: 1 });
  expect(weights.size).toBe(3);
});

it.each([
  [0, '0 seconds'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [5_400, '1.5 hours'],
  [86_400 * 2, '2 days'],
])('%d seconds are said as %s', (seconds, said) => {
  expect(spanText(seconds, 'en')).toBe(said);
});
