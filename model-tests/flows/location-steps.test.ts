import { describe, expect, it } from 'vitest';
import { locationMachine } from '#machines/location/location.machine.ts';
import { selectLocationOutcome, selectPlaces } from '#machines/location/location.selectors.ts';
import { follow, type Step } from './follow.ts';
import { hearing, type Live, runLive } from './live.ts';
import { kiel } from './location.subject.ts';

const husum = { value: 'Husum', key: '010540056056' };
const network = { code: 'network' };

function begin() {
  const { parent, told } = hearing();
  return { told, live: runLive(locationMachine, () => ({ parent }), ['searchPlaces']) };
}
const type = (query: string, state = 'waiting'): Step => [
  { type: 'place.typed', query } as never,
  state,
  { query: query.trim(), problem: null },
];
const quiet: Step = [{ passMs: 200 }, 'searching'];
const answer = (places: object[], state: string): Step => [{ answer: 'searchPlaces', output: places }, state];
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
    await follow(live, [type('Ki'), quiet, answer([kiel], 'found'), type('24105')]);
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
    await follow(live, [type('Ki'), quiet, answer([kiel], 'found'), type('Kie'), quiet]);
    await follow(live, [[{ refuse: 'searchPlaces', error: network }, 'failed', { problem: network }]]);
    expect(read(live)).toEqual([[], 'failed']);
    await follow(live, [type('Kiel'), quiet, answer([kiel], 'found')]);
  });

  it('that is picked or cleared is told, and empties the field', async () => {
    const { live, told } = begin();
    const nothing = { query: '', places: [], problem: null };
    await follow(live, [
      type('Ki'),
      quiet,
      answer([kiel], 'found'),
      [{ type: 'place.picked', place: kiel } as never, 'chosen', nothing],
      [{ type: 'place.cleared' }, 'idle'],
      type('Hu'),
      quiet,
      [{ refuse: 'searchPlaces', error: network }, 'failed'],
      [{ type: 'place.cleared' }, 'idle', nothing],
    ]);
    expect(told).toEqual([
      { type: 'place.chosen', place: kiel },
      { type: 'place.cleared' },
      { type: 'place.cleared' },
    ]);
  });
});
