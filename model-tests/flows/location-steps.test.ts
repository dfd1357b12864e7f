import { describe, expect, it } from 'vitest';
import { createActor, type EventObject, fromCallback } from 'xstate';
import { locationMachine } from '#machines/location/location.machine.ts';
import { selectLocationOutcome, selectPlaces } from '#machines/location/location.selectors.ts';
import { follow, type Step } from './follow.ts';
import { type Live, runLive } from './live.ts';

const kiel = { key: '010020000000', name: 'Kiel' };
const husum = { key: '010540056056', name: 'Husum' };

function begin() {
  const told: unknown[] = [];
  const parent = createActor(
    fromCallback<EventObject>(({ receive }) => receive((report) => void told.push(report))),
  ).start();
  return { told, live: runLive(locationMachine, () => ({ parent }), ['searchPlaces']) };
}
const type = (query: string, state = 'waiting'): Step => [
  { type: 'place.typed', query } as never,
  state,
  { query: query.trim(), problem: null },
];
const quiet: Step = [{ passMs: 200 }, 'searching'];
const answer = (places: object[], state: string): Step => [
  { answer: 'searchPlaces', output: places },
  state,
  { places },
];
const read = (live: Live) => [
  selectPlaces(live.snapshot() as never),
  selectLocationOutcome(live.snapshot() as never),
];

describe('a place', () => {
  it('is looked for when nothing was typed for 200 ms', async () => {
    const { live } = begin();
    expect([live.state(), ...read(live)]).toEqual(['idle', [], null]);
    await follow(live, [type('K'), [{ passMs: 199 }, 'waiting'], type(' Ki '), [{ passMs: 199 }, 'waiting']]);
    await follow(live, [[{ passMs: 1 }, 'searching']]);
    expect(live.calls('searchPlaces')).toEqual([{ name: 'Ki' }]);
    expect(read(live)).toEqual([[], null]);
    await follow(live, [answer([kiel, husum], 'found')]);
    expect(read(live)).toEqual([[kiel, husum], 'found']);
  });

  it('stays on the list until there are others, and goes with the text', async () => {
    const { live } = begin();
    await follow(live, [type('Ki'), quiet, answer([kiel], 'found'), type('Hu')]);
    expect(read(live)).toEqual([[kiel], null]);
    await follow(live, [quiet, answer([husum], 'found'), type('  ', 'idle')]);
    expect(read(live)).toEqual([[], null]);
  });

  it.each([
    ['Xyz', 'empty'],
    ['24999', 'unknownPostcode'],
    ['2499', 'empty'],
    ['249999', 'empty'],
    ['24999 Kiel', 'empty'],
  ])('that is not found is said: %s', async (query, outcome) => {
    const { live } = begin();
    await follow(live, [type('Ki'), quiet, answer([kiel], 'found'), type(query), quiet, answer([], outcome)]);
    expect(read(live)).toEqual([[], outcome]);
  });

  it('that cannot be looked for is said, until more is typed', async () => {
    const { live } = begin();
    const problem = { code: 'network' };
    await follow(live, [type('Ki'), quiet, answer([kiel], 'found'), type('Kie'), quiet]);
    await follow(live, [[{ refuse: 'searchPlaces', error: problem }, 'failed', { problem, places: [] }]]);
    expect(read(live)).toEqual([[], 'failed']);
    await follow(live, [type('Kiel'), quiet, answer([kiel], 'found')]);
  });

  it('with a postcode is found like any other', async () => {
    const { live } = begin();
    await follow(live, [type('24103'), quiet, answer([kiel], 'found')]);
  });

  it('that is picked or cleared is told, and empties the field', async () => {
    const { live, told } = begin();
    const nothing = { query: '', places: [], problem: null };
    await follow(live, [
      type('Ki'),
      quiet,
      answer([kiel], 'found'),
      [{ type: 'place.picked', place: kiel } as never, 'chosen', nothing],
      [{ type: 'place.cleared' }, 'idle', nothing],
      type('Hu'),
      quiet,
      [{ refuse: 'searchPlaces', error: { code: 'network' } }, 'failed'],
      [{ type: 'place.cleared' }, 'idle', nothing],
    ]);
    expect(told).toEqual([
      { type: 'place.chosen', place: kiel },
      { type: 'place.cleared' },
      { type: 'place.cleared' },
    ]);
    expect(read(live)).toEqual([[], null]);
  });

  it('needs nobody who is told', async () => {
    const live = runLive(locationMachine, () => ({}), ['searchPlaces']);
    await follow(live, [
      [{ type: 'place.picked', place: kiel } as never, 'chosen'],
      [{ type: 'place.cleared' }, 'idle'],
    ]);
  });
});
