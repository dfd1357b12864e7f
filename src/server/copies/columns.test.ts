import { expect, it } from 'vitest';
import { forCopy } from './columns.ts';

it('a copy says when money was noted as returned, and does not name the operators', () => {
  const by = { subject: 'jensen', name: 'Kirsten Jensen' };
  const refundedAt = new Date('2026-11-28T06:00:00Z');
  const row = {
    amountCents: 6000,
    proposed: { at: '', by, note: 'n' },
    refundedAt,
    refunded: { by, note: 'n' },
  };
  expect(forCopy({ refund: [row] })).toEqual({ refund: [{ amountCents: 6000, refundedAt }] });
});
