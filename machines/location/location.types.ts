import type { AnyActorRef } from 'xstate';
import type { Place } from '#contract/shapes.ts';

import type { Problem } from '../kit/problem.ts';

/** Reports of the lookup to the portal. */
export type PlaceReport = { type: 'place.chosen'; place: Place } | { type: 'place.cleared' };

export type LocationInput = { parent?: AnyActorRef };
export type LocationContext = {
  parent: AnyActorRef | null;
  query: string;
  places: readonly Place[];
  problem: Problem | null;
};
export type LocationEvent =
  | { type: 'place.typed'; query: string }
  | { type: 'place.picked'; place: Place }
  | { type: 'place.cleared' };
