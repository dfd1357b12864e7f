import { useMemo } from 'react';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { foldedAround, foldedAtFirst } from './folding.ts';

/**
 * Paths of the folded states: the reader's choice; until then those that make the drawing small, but none around an
 * active state, so that people who follow a workflow see where it is, and none around the states that are to be shown.
 */
export function useFolded(
  machine: DescribedMachine,
  active: ReadonlySet<string> | undefined,
  shown: readonly string[],
  chosen: ReadonlySet<string> | null,
): ReadonlySet<string> {
  const atFirst = useMemo(() => foldedAtFirst(machine), [machine]);
  // The set stays the same for the same states: every new one is laid out anew.
  const around = [...foldedAround(atFirst, new Set([...(active ?? []), ...shown]))].join(' ');
  const automatic = useMemo(
    () =>
      around === '' ? atFirst : new Set([...atFirst].filter((path) => !around.split(' ').includes(path))),
    [atFirst, around],
  );
  return chosen ?? automatic;
}
