import { describe, expect, it } from 'vitest';
import type { DeliveryEvent } from '#server/ports/delivery.ts';
import { type SentStatus, statusOf } from './delivery-status.ts';

type Case = [kinds: DeliveryEvent['kind'][], rejected: number, status: SentStatus];

const cases: Case[] = [
  [[], 0, 'UNKNOWN'],
  [[], 1, 'UNKNOWN'],
  [['create'], 0, 'SUBMITTED'],
  [['create', 'submit'], 0, 'SUBMITTED'],
  [['create', 'submit', 'notify', 'forward'], 0, 'SUBMITTED'],
  [['create', 'submit'], 1, 'UNKNOWN'],
  [['create', 'submit', 'accept'], 0, 'SUCCESSFULLY_SUBMITTED'],
  [['create', 'submit', 'accept'], 1, 'SUCCESSFULLY_SUBMITTED'],
  [['create', 'submit', 'accept', 'delete'], 0, 'SUCCESSFULLY_SUBMITTED'],
  [['create', 'submit', 'reject'], 0, 'PROCESSING_ERROR'],
  [['create', 'submit', 'reject', 'delete'], 0, 'PROCESSING_ERROR'],
  [['create', 'submit', 'delete'], 0, 'PROCESSING_ERROR'],
  [['create', 'submit', 'reject', 'accept'], 0, 'PROCESSING_ERROR'],
];

describe('status of a sent application', () => {
  it.each(cases)('%j with %i unverifiable entries is %s', (kinds, rejected, status) => {
    const events = kinds.map((kind) => ({
      kind,
      issuer: 'x',
      issuedAt: '2026-11-20T10:00:00.000Z',
      jti: kind,
      problems: [],
      token: '',
    }));
    expect(statusOf({ events, rejected })).toBe(status);
  });
});
