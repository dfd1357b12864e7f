import type { DescribedMachine } from '#machines/drawing/describe.ts';
import type { Selection } from './diagram/diagram-props.ts';
import type { Place } from './place.ts';

/** Separates the ids of several arrows; no id contains it. */
const AND = '|';

/** The part of a drawing as the value of `at` in an address: the path of a state, or ids of arrows. */
export const partName = (part: Selection): string => ('state' in part ? part.state : part.arrows.join(AND));

/** The part that a name stands for; null for one that the machine does not have. */
export function partOf({ states, arrows }: DescribedMachine, name: string | undefined): Selection | null {
  if (!name) return null;
  if (states.some(({ path }) => path === name)) return { state: name };
  const ids = name.split(AND).filter((id) => arrows.some((arrow) => arrow.id === id));
  return ids.length > 0 ? { arrows: ids } : null;
}

/** Place of a part in the book. */
export const placeOfPart = ({ name }: DescribedMachine, part: Selection): Place => ({
  workflow: name,
  at: partName(part),
});

/** Id of the row of a part in the tables; of several arrows, that of the first. */
export const anchorOf = (name: string): string =>
  `at-${(name.split(AND)[0] ?? '').replace(/[^\w.-]+/g, '_')}`;

/** Paths of the states that show a part: they may lie inside folded boxes. */
export function statesOfPart({ arrows }: DescribedMachine, part: Selection | null): string[] {
  if (part === null) return [];
  if ('state' in part) return [part.state];
  return arrows.filter(({ id }) => part.arrows.includes(id)).flatMap(({ from, to }) => [from, ...to]);
}
