import type { Said } from '#domain/interruption.ts';
import { interruptionMachine } from '#machines/interruption/interruption.machine.ts';
import type { InterruptionContext, InterruptionEvent } from '#machines/interruption/interruption.types.ts';
import type { Subject } from '../paths/subject.ts';

const AT = '2026-11-28T12:00:00.000Z';
const BEGINS = '2026-11-28T18:00:00.000Z';
const ENDS = '2026-11-28T20:00:00.000Z';
const before = (moment: string) => new Date(Date.parse(moment) - 1).toISOString();

const said = (from: string, until: string | null): InterruptionEvent => ({
  type: 'interruption.said',
  at: AT,
  said: {
    sentence: { de: 'Die Online-Zahlung ist gestört.', en: 'Online payment is disturbed.' },
    from,
    until,
    by: { subject: 'o-1', name: 'Operator' },
    note: 'the provider called',
    at: AT,
  } satisfies Said,
});

const events: readonly InterruptionEvent[] = [
  said(AT, null),
  said(AT, ENDS),
  said(BEGINS, ENDS),
  said(BEGINS, null),
  // Over before it is said, and before it begins.
  said(before(AT), AT),
  said(ENDS, BEGINS),
  { type: 'interruption.ended' },
  { type: 'time.passed', at: before(BEGINS) },
  { type: 'time.passed', at: BEGINS },
  { type: 'time.passed', at: before(ENDS) },
  { type: 'time.passed', at: ENDS },
];

export const interruptionSubject: Subject<InterruptionEvent, InterruptionContext, undefined> = {
  name: 'interruption',
  machine: interruptionMachine,
  starts: [{ id: 'nothing said', input: undefined }],
  events: () => events,
  abstraction: ({ said }) => ({ from: said?.from ?? null, until: said?.until ?? null }),
  sentences: {
    'interruption.said': ({ said: { from, until } }) =>
      `an operator says it for the time from ${from} until ${until ?? 'it is ended'}`,
    'interruption.ended': () => 'an operator ends it',
    'time.passed': ({ at }) => `it is ${at}`,
  },
};
