import { placeMachine } from '#machines/portal/place.machine.ts';
import type { PlaceContext, PlaceEvent, PlaceInput } from '#machines/portal/portal.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

export const kiel = { value: 'Kiel', key: '010020000000' };

export const placeEnds: Ends<PlaceContext> = {
  searchPlaces: () => ({ outputs: [[kiel], []], errors: [{ code: 'network' }] }),
};

const events: readonly PlaceEvent[] = [
  { type: 'place.typed', query: 'Ki' },
  { type: 'place.typed', query: '  ' },
  { type: 'place.picked', place: kiel },
];

export const placeSubject: Subject<PlaceEvent | InternalEvent, PlaceContext, PlaceInput> = {
  name: 'place',
  machine: placeMachine,
  starts: [{ id: 'an empty field', input: {} }],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, placeEnds)],
  facts: ({ query, places }) => ({ query, found: places.length }),
  sentences: {
    ...internalSentences,
    'place.typed': ({ query }) => (query.trim() === '' ? 'the field is emptied' : `"${query}" is typed`),
    'place.picked': ({ place }) => `${place.value} is picked`,
  },
};
