import { expect, it } from 'vitest';
import { selectLocationOutcome, selectPlaces } from '#machines/location/location.selectors.ts';
import type { LocationContext } from '#machines/location/location.types.ts';
import type { Live } from './live.ts';
import { kiel, locationEnds, locationSubject } from './location.subject.ts';
import { runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

/** Searches are made after a pause, one at a time, for the content of the field. */
function check(live: Live): void {
  const snapshot = live.snapshot() as never;
  const { query } = live.snapshot().context as LocationContext;
  const outcome = selectLocationOutcome(snapshot);
  expect(live.underWay('searchPlaces')).toBe(live.state() === 'searching' ? 1 : 0);
  if (live.state() === 'searching') expect(live.calls('searchPlaces').at(-1)).toEqual({ name: query });
  if (outcome === 'found') expect(selectPlaces(snapshot)).toEqual([kiel]);
  else if (outcome !== null) expect(selectPlaces(snapshot)).toEqual([]);
  if (outcome === 'unknownPostcode') expect(query).toBe('00000');
  if (outcome === 'empty') expect(query).toBe('Ki');
  if (live.state() === 'chosen') expect([query, selectPlaces(snapshot)]).toEqual(['', []]);
}

it('searches places while typing, and asks for the name where a postcode is unknown', async () => {
  const missing = await runFlow(
    { subject: locationSubject, ends: locationEnds, observer: () => ({ afterStep: check }) },
    {
      ...internalTypes,
      'place.typed': true,
      'place.picked': true,
      'place.cleared': true,
    },
  );
  expect(missing).toEqual([]);
});
