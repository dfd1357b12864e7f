import { describe, expect, it } from 'vitest';
import type { FeeType } from '#domain/fee.ts';
import type { ProcessStatus } from '#domain/process-status.ts';
import type { Metadata } from '#server/content/types.ts';
import type { EngineForm } from '#server/ports/form.ts';
import type { Session } from '#server/sessions/session.ts';
import { feeAfterLogin, feeBefore, feeOf } from './fee.ts';

/** Cheaper with an account, cheaper again at a high level, and 1 euro more in Lübeck. */
const feeRule = {
  '+': [
    { if: [{ '==': [{ var: 'process.provider' }, 'anon'] }, 2000, 1500] },
    { if: [{ '==': [{ var: 'process.trustLevel' }, 'high'] }, -500, 0] },
    { if: [{ '==': [{ var: 'process.area' }, 'luebeck'] }, 100, 0] },
    { if: [{ '==': [{ var: 'process.authority' }, 'kiel'] }, 0, 7] },
  ],
};
const metadataOf = (feeType: FeeType) =>
  ({ metadataId: 'm', feeType, feeAmount: 900, feeRule, authority: { id: 'kiel' } }) as unknown as Metadata;
const sessionAt = (trustLevel: string, userId: string | null = 'u-1') =>
  ({ userId, identity: { providerId: 'nkb', trustLevel } }) as unknown as Session;

/** A form that gives a fee itself. */
const formSaying = (cents: number | null, faults: unknown[] = []) =>
  ({ values: () => ({}), fee: () => cents, check: () => ({ data: {}, faults }) }) as unknown as EngineForm;
const silent = formSaying(null);
const row = (status: ProcessStatus, areaKey = 'kiel') => ({ areaKey, data: {}, status });

describe('a fee that depends on the login', () => {
  const metadata = metadataOf('VARIABLE_BY_PROCESS');

  it.each([
    ['nobody', 'low', null, 2000],
    ['somebody', 'substantial', 'u-1', 1500],
    ['somebody at a high level', 'high', 'u-1', 1000],
  ] as const)('is that of whoever is logged in now: %s', (_who, level, userId, cents) => {
    const session = sessionAt(level, userId);
    expect(feeOf(session, metadata, silent, { areaKey: 'kiel', data: {} })).toBe(cents);
    expect(feeBefore(session, metadata, 'kiel')).toBe(cents);
    expect(feeBefore(session, metadata, 'luebeck')).toBe(cents + 100);
    expect(feeAfterLogin(session, metadata, silent, row('COMPLETED'))).toBe(cents);
  });

  it.each([
    ['CREATED', 1500],
    ['EDITING', 1500],
    ['COMPLETED', 1500],
    ['ELECTRONIC_NOTICE_SELECTED', 1500],
    ['PAYMENT_PENDING', undefined],
    ['PAYMENT_FAILURE', undefined],
    ['PAID', undefined],
    ['SUBMITTED', undefined],
  ] as const)('changes with a login until a payment has been offered for it: %s', (status, cents) => {
    expect(feeAfterLogin(sessionAt('substantial'), metadata, silent, row(status))).toBe(cents);
  });

  it.each(['FREE', 'FIXED', 'VARIABLE', 'VARIABLE_BY_FORM'] as const)('is none of %s', (type) => {
    const found = feeAfterLogin(sessionAt('high'), metadataOf(type), formSaying(300), row('COMPLETED'));
    expect(found).toBeUndefined();
  });
});

describe('a fee to which the form adds its own', () => {
  const metadata = metadataOf('VARIABLE_BY_PROCESS_AND_FORM');
  const feeFor = (form: EngineForm, status: ProcessStatus) =>
    feeAfterLogin(sessionAt('substantial'), metadata, form, row(status));

  it('is known when the form is completed', () => {
    expect(feeFor(formSaying(300), 'COMPLETED')).toBe(1800);
    expect(feeFor(formSaying(300), 'EDITING')).toBeUndefined();
  });

  it('stays as it was confirmed when the form, changed since, finds none or faults', () => {
    expect(feeFor(silent, 'COMPLETED')).toBeUndefined();
    expect(feeFor(formSaying(300, [{}]), 'COMPLETED')).toBeUndefined();
  });
});
