import { expect, it } from 'vitest';
import { placeMachine } from '#machines/portal/place.machine.ts';
import type { PlaceContext, PlaceEvent, PlaceInput } from '#machines/portal/portal.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import type { Live } from './live.ts';
import { runFlow } from './run.ts';
import { internalSentences, internalTypes } from './sentences.ts';

const kiel = { value: 'Kiel', key: '010020000000' };

const ends: Ends<PlaceContext> = {
  searchPlaces: () => ({ outputs: [[kiel], []], errors: [{ code: 'network' }] }),
};

const events: readonly PlaceEvent[] = [
  { type: 'place.typed', query: 'Ki' },
  { type: 'place.typed', query: '  ' },
  { type: 'place.picked', place: kiel },
];

const subject: Subject<PlaceEvent | InternalEvent, PlaceContext, PlaceInput> = {
  name: 'place',
  machine: placeMachine,
  starts: [{ id: 'an empty field', input: {} }],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, ends)],
  facts: ({ query, places }) => ({ query, found: places.length }),
  sentences: {
    ...internalSentences,
    'place.typed': ({ query }) => (query.trim() === '' ? 'the field is emptied' : `"${query}" is typed`),
    'place.picked': ({ place }) => `${place.value} is picked`,
  },
};

/** Searches are made after a pause, one at a time, for what stands in the field. */
function look(live: Live): void {
  const { query, places } = live.snapshot().context as PlaceContext;
  expect(live.underWay('searchPlaces')).toBe(live.state() === 'searching' ? 1 : 0);
  if (live.state() === 'searching') expect(live.calls('searchPlaces').at(-1)).toEqual({ name: query });
  if (live.state() === 'found') expect(places).toEqual([kiel]);
  if (live.state() === 'empty') expect(places).toEqual([]);
}

it('searches places while typing', async () => {
  const missing = await runFlow(
    { subject, ends, onlooker: () => ({ look }) },
    { ...internalTypes, 'place.typed': true, 'place.picked': true },
  );
  expect(missing).toEqual([]);
});
