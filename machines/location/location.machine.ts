import { assign, enqueueActions, setup } from 'xstate';
import type { Place } from '#contract/shapes.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutAnswer, aboutEvent, keepProblem } from '../kit/params.ts';
import { placeholder } from '../kit/placeholders.ts';

import type { Problem } from '../kit/problem.ts';
import type { LocationContext, LocationEvent, LocationInput, PlaceReport } from './location.types.ts';

const QUIET_MS = 200;
const POSTCODE = /^\d{5}$/;
const title = titles('location');

/**
 * Finds a place by name or postcode while a person types (spec section 7, location lookups). The portal receives the
 * chosen place and stores it. A postcode that belongs to no place is a state of its own: the name is requested instead.
 */
export const locationMachine = setup({
  types: {
    context: {} as LocationContext,
    events: {} as LocationEvent,
    input: {} as LocationInput,
    meta: {} as FlowMeta,
  },
  actors: {
    searchPlaces: placeholder<readonly Place[], { name: string }>('searchPlaces'),
  },
  actions: {
    keepQuery: assign((_, { query }: { query: string }) => ({ query: query.trim(), problem: null })),
    keepPlaces: assign((_, places: readonly Place[]) => ({ places })),
    forgetPlaces: assign({ places: [] }),
    forgetQuery: assign({ query: '', places: [], problem: null }),
    keepProblem: assign((_, { problem }: { problem: Problem }) => ({ problem, places: [] })),
    tellParent: enqueueActions(({ context, enqueue }, report: PlaceReport) => {
      if (context.parent) enqueue.sendTo(context.parent, report);
    }),
  },
  guards: {
    queryIsEmpty: ({ context }) => context.query === '',
    nothingWasFound: (_, places: readonly Place[]) => places.length === 0,
    postcodeIsUnknown: ({ context }, places: readonly Place[]) =>
      places.length === 0 && POSTCODE.test(context.query),
  },
  delays: { untilQuiet: QUIET_MS },
}).createMachine({
  id: 'location',
  context: ({ input }) => ({ parent: input.parent ?? null, query: '', places: [], problem: null }),
  initial: 'idle',
  on: {
    'place.typed': { target: '.waiting', actions: { type: 'keepQuery', params: aboutEvent } },
    'place.picked': {
      target: '.chosen',
      actions: [
        'forgetQuery',
        { type: 'tellParent', params: ({ event }) => ({ type: 'place.chosen', place: event.place }) },
      ],
    },
    'place.cleared': {
      target: '.idle',
      actions: ['forgetQuery', { type: 'tellParent', params: { type: 'place.cleared' } }],
    },
  },
  states: {
    idle: { meta: title('idle') },
    waiting: {
      meta: title('waiting'),
      always: { guard: 'queryIsEmpty', target: 'idle', actions: 'forgetPlaces' },
      after: { untilQuiet: 'searching' },
    },
    searching: {
      meta: title('searching'),
      invoke: {
        src: 'searchPlaces',
        input: ({ context }) => ({ name: context.query }),
        onDone: [
          {
            guard: { type: 'postcodeIsUnknown', params: aboutAnswer },
            target: 'unknownPostcode',
            actions: 'forgetPlaces',
          },
          {
            guard: { type: 'nothingWasFound', params: aboutAnswer },
            target: 'empty',
            actions: 'forgetPlaces',
          },
          { target: 'found', actions: { type: 'keepPlaces', params: aboutAnswer } },
        ],
        onError: { target: 'failed', actions: keepProblem },
      },
    },
    found: { meta: title('found') },
    empty: { meta: title('empty') },
    unknownPostcode: { meta: title('unknownPostcode') },
    failed: { meta: title('failed') },
    chosen: { meta: title('chosen') },
  },
});
