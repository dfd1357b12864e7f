import { expect, it } from 'vitest';
import type { LocationContext } from '#machines/location/location.types.ts';
import type { Live } from './live.ts';
import { kiel, locationEnds, locationSubject } from './location.subject.ts';
import { runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

/** Searches are made after a pause, one at a time, for what stands in the field. */
function look(live: Live): void {
  const { query, places } = live.snapshot().context as LocationContext;
  expect(live.underWay('searchPlaces')).toBe(live.state() === 'searching' ? 1 : 0);
  if (live.state() === 'searching') expect(live.calls('searchPlaces').at(-1)).toEqual({ name: query });
  if (live.state() === 'found') expect(places).toEqual([kiel]);
  if (live.state() === 'empty') expect(places).toEqual([]);
}

it('searches places while typing', async () => {
  const missing = await runFlow(
    { subject: locationSubject, ends: locationEnds, onlooker: () => ({ look }) },
    { ...internalTypes, 'place.typed': true, 'place.picked': true },
  );
  expect(missing).toEqual([]);
});
