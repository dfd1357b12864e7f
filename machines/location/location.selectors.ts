import type { SnapshotFrom } from 'xstate';
import type { Place } from '#contract/shapes.ts';

import type { locationMachine } from './location.machine.ts';

type Snapshot = SnapshotFrom<typeof locationMachine>;

const none: readonly Place[] = [];
/** The places to choose from; those of the last lookup stay while the next one is in progress. */
export const selectPlaces = ({ context }: Snapshot): readonly Place[] =>
  context.places.length === 0 ? none : context.places;

/** The message below the field; `unknownPostcode` asks for the name of the place. */
export type LocationOutcome = 'found' | 'empty' | 'unknownPostcode' | 'failed';

/** The end of the last lookup; null before the first one and while the next is in progress. */
export function selectLocationOutcome({ value }: Snapshot): LocationOutcome | null {
  return value === 'found' || value === 'empty' || value === 'unknownPostcode' || value === 'failed'
    ? value
    : null;
}
