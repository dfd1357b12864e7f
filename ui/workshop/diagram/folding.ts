import type { DescribedMachine } from '#machines/drawing/describe.ts';

/** Most boxes that can be read at one glance. */
const READABLE = 16;

const depthOf = (path: string) => path.split('.').length;
const isWithin = (path: string, around: string) => path.startsWith(`${around}.`);

/** The folded states that have an active one inside. */
export const foldedAround = (folded: ReadonlySet<string>, active: ReadonlySet<string>): string[] =>
  [...folded].filter((box) => [...active].some((path) => isWithin(path, box)));

/** Paths of all states that have states inside. */
export const compoundStates = ({ states }: DescribedMachine): string[] =>
  states
    .filter(({ path, kind }) => path !== '' && (kind === 'compound' || kind === 'parallel'))
    .map(({ path }) => path);

/**
 * Compound states that are folded at first: the innermost and largest ones, until a drawing is small enough. The
 * outermost ones stay open where there are few: without them nothing is left to see.
 */
export function foldedAtFirst(machine: DescribedMachine): ReadonlySet<string> {
  const folded = new Set<string>();
  const shown = () =>
    machine.states.filter(({ path }) => path !== '' && ![...folded].some((box) => isWithin(path, box)))
      .length;
  const inside = (path: string) => machine.states.filter((state) => isWithin(state.path, path)).length;
  const outermost = machine.states.filter(({ path }) => path !== '' && depthOf(path) === 1).length;
  const candidates = compoundStates(machine)
    .filter((path) => depthOf(path) > 1 || outermost > 3)
    .sort((a, b) => depthOf(b) - depthOf(a) || inside(b) - inside(a));
  for (const path of candidates) {
    if (shown() <= READABLE) break;
    folded.add(path);
  }
  return folded;
}
