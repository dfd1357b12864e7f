import type { SnapshotFrom } from 'xstate';
import type { Place } from '#domain/place.ts';

import type { locationMachine } from './location.machine.ts';

type Snapshot = SnapshotFrom<typeof locationMachine>;

const none: readonly Place[] = [];
/** The places to choose from; those of the last lookup stay while the next one is on its way. */
export const selectPlaces = ({ context }: Snapshot): readonly Place[] =>
  context.places.length === 0 ? none : context.places;

/** What the field says beneath itself; `unknownPostcode` asks for the name of the place. */
export type LocationOutcome = 'found' | 'empty' | 'unknownPostcode' | 'failed';

/** How the last lookup ended; null while none has, or the next is under way. */
export function selectLocationOutcome({ value }: Snapshot): LocationOutcome | null {
  return value === 'found' || value === 'empty' || value === 'unknownPostcode' || value === 'failed'
    ? value
    : null;
}
