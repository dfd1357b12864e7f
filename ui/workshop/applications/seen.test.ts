import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '#contract/workshop.ts';
import { locales } from '#domain/locale.ts';
import { processStatuses } from '#domain/process-status.ts';
import { allMachines } from '#machines/all-machines.ts';
import { statesOf } from '#machines/drawing/arrows.ts';
import { standingsAt } from '../live/recording.ts';
import { journalRecording } from './journal-recording.ts';
import { seenAt } from './seen.ts';

const at = { at: '2026-11-20T10:00:00.000Z', lastAt: '2026-11-20T10:00:00.000Z' };
const standing = (machine: JournalEntry['machine'], to: string): JournalEntry => {
  const attempt = machine === 'payment' ? 1 : null;
  return {
    machine,
    attempt,
    event: null,
    from: null,
    to,
    rule: null,
    by: 'person',
    refused: false,
    times: 1,
    ...at,
  };
};
const seen = (entries: JournalEntry[], locale: 'de' | 'en' = 'en') => {
  const recording = journalRecording(entries);
  return seenAt(standingsAt(recording, recording.entries.length), locale);
};

describe.each(locales)('what a person could read (%s)', (locale) => {
  it('has words for every status of an application', () => {
    for (const status of processStatuses) {
      const said = seen([standing('process', status)], locale);
      expect(said.length, status).toBeGreaterThan(0);
      expect(said.join(' ')).not.toContain('{{');
    }
  });

  it('has words for everything that becomes of a sent one', () => {
    for (const state of statesOf(allMachines.sentApplication)) {
      const said = seen([standing('process', 'SUBMITTED'), standing('sentApplication', state)], locale);
      expect(said.length, state).toBe(3);
    }
  });
});

it('follows the payment that was cancelled, and nothing of an erased application', () => {
  const failed = standing('process', 'PAYMENT_FAILURE');
  expect(seen([failed, standing('payment', 'failed')])[0]).toBe('The payment failed');
  expect(seen([failed, standing('payment', 'cancelled')])[0]).toBe('You cancelled the payment');
  expect(seen([standing('process', 'deleted')])).toEqual([]);
});
