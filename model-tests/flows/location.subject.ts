import { locationMachine } from '#machines/location/location.machine.ts';
import type { LocationContext, LocationEvent, LocationInput } from '#machines/location/location.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

export const kiel = { value: 'Kiel', key: '010020000000' };

export const locationEnds: Ends<LocationContext> = {
  searchPlaces: () => ({ outputs: [[kiel], []], errors: [{ code: 'network' }] }),
};

const events: readonly LocationEvent[] = [
  { type: 'place.typed', query: 'Ki' },
  { type: 'place.typed', query: '00000' },
  { type: 'place.typed', query: '  ' },
  { type: 'place.picked', place: kiel },
  { type: 'place.cleared' },
];

export type LocationStep = LocationEvent | InternalEvent;

export const locationSubject: Subject<LocationStep, LocationContext, LocationInput> = {
  name: 'location',
  machine: locationMachine,
  starts: [{ id: 'an empty field', input: {} }],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, locationEnds)],
  abstraction: ({ query, places }) => ({ query, found: places.length }),
  sentences: {
    ...internalSentences,
    'place.typed': ({ query }) => (query.trim() === '' ? 'the field is emptied' : `"${query}" is typed`),
    'place.picked': ({ place }) => `${place.value} is picked`,
    'place.cleared': () => 'the chosen place is taken back',
  },
};
