import { fromCallback, fromPromise } from 'xstate';
import type { Place } from '#contract/shapes.ts';
import { locationMachine } from '#machines/location/location.machine.ts';

import type { PageApi } from '../api.ts';
import { placeCookie, rememberedPlace, rememberPlace } from '../place.ts';

export const wireLocation = (api: PageApi) =>
  locationMachine.provide({
    actors: {
      searchPlaces: fromPromise(({ input, signal }) =>
        api.searchPlaceByName({ query: { name: input.name }, signal }),
      ),
    },
  });

/** Stores the place that the page was rendered for; without one, chooses the stored one again. */
export const recallPlace = fromCallback<{ type: 'never' }, { place: Place | null }>(({ input, sendBack }) => {
  if (input.place) return storePlace(input.place);
  const place = storedPlace();
  if (place) sendBack({ type: 'place.chosen', place });
});

/** The place stored in this browser; null in one that refuses storage. */
export function storedPlace(): Place | null {
  try {
    return rememberedPlace(localStorage);
  } catch {
    return null;
  }
}

/** Stores the place in this browser, and in a cookie for the pages that the server renders. */
export function storePlace(place: Place | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = placeCookie(place, location.protocol === 'https:');
  try {
    rememberPlace(localStorage, place);
  } catch {
    // A browser that refuses storage; the cookie may suffice.
  }
}
