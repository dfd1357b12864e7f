import { fromCallback, fromPromise } from 'xstate';
import type { Place } from '#domain/place.ts';
import { locationMachine } from '#machines/location/location.machine.ts';

import type { Api } from '../api.ts';
import { placeCookie, rememberedPlace, rememberPlace } from '../place.ts';

export const wireLocation = (api: Api) =>
  locationMachine.provide({
    actors: {
      searchPlaces: fromPromise(({ input, signal }) =>
        api.searchPlaceByName({ query: { name: input.name }, signal }),
      ),
    },
  });

/** What the page was made for is kept; without it, what was kept earlier is chosen again. */
export const recallPlace = fromCallback<{ type: 'never' }, { place: Place | null }>(({ input, sendBack }) => {
  if (input.place) return keepPlace(input.place);
  const place = keptPlace();
  if (place) sendBack({ type: 'place.chosen', place });
});

/** The place kept in this browser; null in one that refuses storage. */
export function keptPlace(): Place | null {
  try {
    return rememberedPlace(localStorage);
  } catch {
    return null;
  }
}

/** Keeps the place in this browser, for the pages here and for those that the service makes. */
export function keepPlace(place: Place | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = placeCookie(place, location.protocol === 'https:');
  try {
    rememberPlace(localStorage, place);
  } catch {
    // A browser that refuses storage; the cookie may do.
  }
}
