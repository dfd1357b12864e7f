import { expect, it } from 'vitest';
import type { JobQueue } from './job-queues.ts';
import { whatWaits } from './waiting.ts';

type Counted = Parameters<typeof whatWaits>[0];
const nothing = {
  ...{ payments: [], deliveries: [], handIns: [], queues: [], orphans: [] },
  refunds: { open: [] },
  state: { content: { lastReload: null, leftOut: [] } },
} as unknown as Counted;
const some = <T>(count: number) => Array.from({ length: count }, () => ({})) as T[];
const queue = (state: JobQueue['state'], count: number, seconds: number): JobQueue => ({
  queue: 'submission',
  ...{ state, count, seconds },
});

it('nothing waits where there is nothing', () => {
  expect(whatWaits(nothing, 'de')).toEqual([]);
});

it('each kind that waits is counted, with the part that has it', () => {
  const faults = some<never>(2);
  const page: Counted = {
    ...{ payments: some(1), deliveries: some(2), handIns: some(3), orphans: some(4) },
    refunds: { open: some(1_000) },
    queues: [],
    state: { content: { lastReload: { faults }, leftOut: some(1) } } as unknown as Counted['state'],
  };
  expect(whatWaits(page, 'de')).toEqual([
    { id: 'open-payments', text: 'Zahlungen ohne Ergebnis: 1' },
    { id: 'deliveries', text: 'Offene Zustellungen: 2' },
    { id: 'hand-ins', text: 'Offene Nachreichungen: 3' },
    { id: 'refunds', text: 'Zu erstattende Zahlungen: 1.000' },
    { id: 'state', text: 'Fehler im Inhalt: 3' },
    { id: 'orphans', text: 'Anträge ohne Formular: 4' },
  ]);
});

it('jobs wait for somebody when they have failed, or are late by a minute', () => {
  const late = [
    queue('created', 5, 60),
    queue('created', 7, 59),
    queue('retry', 9, 600),
    queue('active', 9, 600),
  ];
  const failed = [queue('failed', 2, 0), queue('failed', 1, -5)];
  expect(whatWaits({ ...nothing, queues: [...late, ...failed] }, 'en')).toEqual([
    { id: 'queues', text: 'Failed jobs: 3' },
    { id: 'queues', text: 'Jobs that are late: 5' },
  ]);
});
