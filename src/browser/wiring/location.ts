import { fromPromise } from 'xstate';
import { locationMachine } from '#machines/location/location.machine.ts';
import type { Api } from '../api.ts';

export const wireLocation = (api: Api) =>
  locationMachine.provide({
    actors: {
      searchPlaces: fromPromise(({ input, signal }) =>
        api.searchPlaceByName({ query: { name: input.name }, signal }),
      ),
    },
  });
