import { expect, it } from 'vitest';
import { workflows } from '../machines.ts';
import { foldedAround, foldedAtFirst } from './folding.ts';

const application = workflows.get('application')!;

it('a large drawing is folded at first, a small one is not', () => {
  expect(foldedAtFirst(application)).toContain('progress.payment');
  expect(foldedAtFirst(workflows.get('payment')!)).toEqual(new Set());
});

it('the folded states around an active one are those that hide it', () => {
  const folded = foldedAtFirst(application);
  const active = new Set(['progress', 'progress.payment', 'progress.payment.failed']);
  expect(foldedAround(folded, active)).toEqual(['progress.payment']);
  expect(foldedAround(folded, new Set(['progress', 'progress.payment']))).toEqual([]);
  expect(foldedAround(folded, new Set())).toEqual([]);
});
