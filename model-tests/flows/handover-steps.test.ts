import { describe, expect, it } from 'vitest';
import { handoverMachine } from '#machines/handover/handover.machine.ts';
import { selectHandoverScreen, selectIsHandingOver } from '#machines/handover/handover.selectors.ts';
import type { Trip } from '#machines/handover/handover.types.ts';
import { follow, type Step } from './follow.ts';
import { arrival, handoverEnds } from './handover.subject.ts';
import { type Live, runLive } from './live.ts';

/** Actions of the page. */
const led: unknown[] = [];

function begin(trip: Trip): Live {
  led.length = 0;
  const watched = handoverMachine.provide({
    actions: {
      tellArrival: (_, about) => void led.push(about),
      goOn: (_, about) => void led.push(about),
      leadTo: (_, about) => void led.push(about),
    },
  });
  return runLive(watched, () => ({ trip, locale: 'de' }), Object.keys(handoverEnds));
}
const trips = {
  arrival: { kind: 'arrival', code: 'code' },
  departure: { kind: 'departure', leiKaId: '99', area: 'kiel' },
  passage: { kind: 'passage', id: 'out' },
  return: { kind: 'return', id: 'back' },
} as const satisfies Record<string, Trip>;

const event = (type: string, about: object = {}) => ({ type, ...about });
const read = (live: Live) => [
  selectHandoverScreen(live.snapshot() as never),
  selectIsHandingOver(live.snapshot() as never),
];
const departure = { service: 'Probe' };
const described: Step = [
  { answer: 'describeDeparture', output: departure },
  'offered',
  { departure, withPerson: false },
];
const include = (isIncluded: boolean, state = 'offered'): Step => [
  event('person.included', { isIncluded }),
  state,
  { withPerson: isIncluded },
];

describe.each([
  ['arrival', 'openHandover', 'opening', { code: 'code' }],
  ['departure', 'describeDeparture', 'describing', { leiKaId: '99', area: 'kiel' }],
  ['passage', 'leave', 'passing', { id: 'out' }],
  ['return', 'ask', 'asking', { id: 'back' }],
] as const)('a person at the %s', (kind, src, state, asked) => {
  it('is asked about with what is known of the trip; what stays as it is is told, unless another logs in', async () => {
    const live = begin(trips[kind]);
    expect([live.state(), ...read(live)]).toEqual([state, 'waiting', false]);
    const problem = { code: 'handover-ended' };
    await follow(live, [[{ refuse: src, error: problem }, 'refused', { problem }]]);
    expect(read(live)).toEqual(['refused', false]);
    await follow(live, [
      [event('retry.requested'), 'refused'],
      [event('viewer.changed'), state, { problem: null }],
    ]);
    expect(live.calls(src)).toEqual(Array(2).fill({ ...asked, locale: 'de' }));
  });

  it('can try again what may pass', async () => {
    const live = begin(trips[kind]);
    const problem = { code: 'network' };
    const failed: Step = [{ refuse: src, error: problem }, 'failed', { problem }];
    await follow(live, [failed]);
    expect(read(live)).toEqual(['failed', false]);
    await follow(live, [
      [event('viewer.changed'), 'failed'],
      [event('retry.requested'), state, { problem: null }],
      failed,
      [event('network.restored'), state],
    ]);
    expect(live.calls(src)).toHaveLength(3);
  });
});

describe('a person', () => {
  it('who arrives is told to the application', async () => {
    const live = begin(trips.arrival);
    await follow(live, [[{ answer: 'openHandover', output: arrival }, 'arrived', { arrival }]]);
    expect(led).toEqual([{ arrival }]);
    expect(read(live)).toEqual(['waiting', false]);
  });

  it('who leaves says whether name and address go along, and is handed over once', async () => {
    const live = begin(trips.departure);
    await follow(live, [described]);
    expect(read(live)).toEqual(['departure', false]);
    await follow(live, [
      include(true),
      include(false),
      include(true),
      [event('departure.confirmed'), 'sending'],
      [event('departure.confirmed'), 'sending'],
    ]);
    expect(read(live)).toEqual(['departure', true]);
    expect(live.calls('handOver')).toEqual([{ leiKaId: '99', area: 'kiel', locale: 'de', withPerson: true }]);
    await follow(live, [[{ answer: 'handOver', output: 'out' }, 'sent']]);
    expect(read(live)).toEqual(['departure', false]);
    expect(led).toEqual([{ id: 'out' }]);
  });

  it('who cannot be handed over now stays, with the problem, until the next attempt', async () => {
    const problem = { code: 'neighbour-unavailable' };
    await follow(begin(trips.departure), [
      described,
      include(true),
      [event('departure.confirmed'), 'sending'],
      [{ refuse: 'handOver', error: problem }, 'offered', { problem, withPerson: true }],
      [event('departure.confirmed'), 'sending', { problem: null }],
    ]);
  });

  it('who logs in or out is asked anew whether name and address go along', async () => {
    const live = begin(trips.departure);
    await follow(live, [[event('viewer.changed'), 'describing']]);
    expect(live.calls('describeDeparture')).toHaveLength(2);
    await follow(live, [described, include(true), [event('viewer.changed'), 'describing'], described]);
  });

  it('who passes is led to the other portal', async () => {
    const live = begin(trips.passage);
    const wayOut = { address: 'https://mv.example', portal: 'MV' };
    await follow(live, [[{ answer: 'leave', output: wayOut }, 'leaving', { wayOut }]]);
    expect(read(live)).toEqual(['leaving', false]);
    expect(led).toEqual([{ address: 'https://mv.example' }]);
  });

  it('who is back is told how it stands, and can ask again', async () => {
    const live = begin(trips.return);
    const told = { status: 'OPEN' };
    await follow(live, [[{ answer: 'ask', output: told }, 'told', { told }]]);
    expect(read(live)).toEqual(['told', false]);
    await follow(live, [[event('retry.requested'), 'asking']]);
  });
});
