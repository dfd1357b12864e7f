import { workflows } from '../machines.ts';
import type { Place } from '../place.ts';
import { type Facts, type Tried, trials } from './facts.ts';
import { factsOf, type Moment, readFact } from './try-event.ts';

/** Begins the name of a fact in an address. */
const FACT = 'f-';

/** The moment that an address names; one that the workflow does not have is its beginning. */
export function momentOf(tried: Tried, place: Place): Moment {
  const states = (workflows.get(tried)?.states ?? [])
    .filter(({ path }) => path !== '')
    .map(({ path }) => path);
  const state = states.find((path) => path === place.state) ?? states[0] ?? '';
  const set = trials[tried].facts.flatMap((fact): [string, Facts[string]][] => {
    const value = readFact(fact, place[FACT + fact.name] ?? '');
    return value === null ? [] : [[fact.name, value]];
  });
  const chosen: Facts = Object.fromEntries(set);
  const initial = factsOf(tried, chosen);
  return { state, facts: { ...initial, ...trials[tried].presumed(state, initial), ...chosen } };
}

/** Place in which a moment can be tried. Facts as at first are not named. */
export function placeOfMoment(tried: Tried, { state, facts }: Moment): Place {
  const initial = factsOf(tried, {});
  const usual: Facts = { ...initial, ...trials[tried].presumed(state, { ...initial, ...facts }) };
  const set = Object.entries(facts).filter(([name, value]) => value !== usual[name]);
  return {
    section: 'what-if',
    workflow: tried,
    state,
    ...Object.fromEntries(set.map(([name, value]) => [FACT + name, String(value)])),
  };
}

/** Place in which a state can be tried, with the facts that are usual there. */
export const placeOfState = (tried: Tried, state: string): Place =>
  placeOfMoment(tried, momentOf(tried, { state }));
