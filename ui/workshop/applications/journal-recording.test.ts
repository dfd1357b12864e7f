import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '#contract/workshop.ts';
import { standingsAt } from '../live/recording.ts';
import { activePaths } from '../live/states-of.ts';
import { arrowOf, isNothingNew, journalRecording } from './journal-recording.ts';

const entry = (change: Partial<JournalEntry>): JournalEntry => ({
  machine: 'process',
  attempt: null,
  event: null,
  from: null,
  to: 'CREATED',
  rule: null,
  by: 'person',
  at: '2026-11-20T10:00:00.000Z',
  lastAt: '2026-11-20T10:00:00.000Z',
  refused: false,
  times: 1,
  ...change,
});
const failed = entry({
  event: 'payment.failed',
  from: 'PAYMENT_PENDING',
  to: 'PAYMENT_FAILURE',
  rule: 'PROC-34',
  by: 'paymentProvider',
});

describe('an entry of the journal', () => {
  it('is found on the drawing by state, event and rule', () => {
    const arrow = arrowOf(failed);
    expect(arrow).toMatchObject({ from: 'PAYMENT_PENDING', to: ['PAYMENT_FAILURE'] });
    expect(arrow?.id).toBe('PAYMENT_PENDING payment.failed');
  });

  it('is not found when it began something or was refused', () => {
    expect(arrowOf(entry({}))).toBeNull();
    expect(arrowOf({ ...failed, to: null, refused: true })).toBeNull();
  });
});

describe('a refused event', () => {
  const told = entry({
    machine: 'payment',
    attempt: 1,
    event: 'provider.reportedFailed',
    from: 'failed',
    to: null,
    refused: true,
  });

  it('says nothing new where it leads to the state that is there', () => {
    expect(isNothingNew(told)).toBe(true);
    expect(isNothingNew(entry({ event: 'form.completed', from: 'COMPLETED', to: null, refused: true }))).toBe(
      true,
    );
  });

  it('is a refusal where it would have changed something, and a move is neither', () => {
    expect(isNothingNew({ ...told, from: 'paid' })).toBe(false);
    expect(isNothingNew({ ...told, from: null })).toBe(false);
    expect(isNothingNew({ ...told, to: 'failed', refused: false })).toBe(false);
    expect(isNothingNew(failed)).toBe(false);
  });
});

describe('a journal as a recording', () => {
  const journal = [
    entry({}),
    entry({ machine: 'payment', attempt: 1, to: 'created' }),
    entry({ machine: 'payment', attempt: 2, to: 'created' }),
    entry({ machine: 'submission', to: 'running.sending' }),
    entry({ event: 'form.completed', from: 'CREATED', to: null, refused: true }),
  ];
  const recording = journalRecording(journal);

  it('has each attempt to pay as a workflow of its own', () => {
    expect([...standingsAt(recording, 4).keys()]).toEqual([
      'process',
      'payment 1',
      'payment 2',
      'submission',
    ]);
  });

  it('leaves the state where an event was refused', () => {
    expect(standingsAt(recording, 5).get('process')?.value).toBe('CREATED');
  });

  it('knows the states around an inner one', () => {
    expect(activePaths(standingsAt(recording, 4).get('submission')?.value ?? null)).toEqual([
      'running',
      'running.sending',
    ]);
  });
});
