import { expect, it } from 'vitest';
import { lastDays, rangeOf } from './range.ts';

const now = new Date('2026-11-20T12:00:00Z');
const usual = { from: '2026-10-22', to: '2026-11-20' };

it.each([
  ['nothing', {}, usual],
  ['two days', { from: '2026-11-01', to: '2026-11-03' }, { from: '2026-11-01', to: '2026-11-03' }],
  ['the wrong way round', { from: '2026-11-03', to: '2026-11-01' }, { from: '2026-11-01', to: '2026-11-03' }],
  ['longer ago than counts are kept', { from: '2019-01-01' }, { from: '2025-11-20', to: '2026-11-20' }],
  ['the future', { from: '2026-11-19', to: '2031-01-01' }, { from: '2026-11-19', to: '2026-11-20' }],
  ['a day that there is not', { from: '2026-02-30' }, usual],
  ['nonsense', { from: "' or 1=1", to: ['2026-11-01'] }, usual],
])('a range of days that asks for %s', (_, query, range) => {
  expect(rangeOf(query, now)).toEqual(range);
});

it('the last seven days end today', () => {
  expect(lastDays(now, 7)).toEqual({ from: '2026-11-14', to: '2026-11-20' });
});
