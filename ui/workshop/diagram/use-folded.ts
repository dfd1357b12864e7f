import { useMemo } from 'react';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { foldedAround, foldedAtFirst } from './folding.ts';

/**
 * What is folded: what a reader has chosen; until then what makes the drawing small, but nothing around a state that is
 * active: whoever follows a workflow sees where it is.
 */
export function useFolded(
  machine: DescribedMachine,
  active: ReadonlySet<string> | undefined,
  chosen: ReadonlySet<string> | null,
): ReadonlySet<string> {
  const atFirst = useMemo(() => foldedAtFirst(machine), [machine]);
  // The same set for the same states: every new one is laid out anew.
  const around = [...foldedAround(atFirst, active ?? new Set())].join(' ');
  const automatic = useMemo(
    () =>
      around === '' ? atFirst : new Set([...atFirst].filter((path) => !around.split(' ').includes(path))),
    [atFirst, around],
  );
  return chosen ?? automatic;
}
