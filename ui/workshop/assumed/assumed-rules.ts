import type { DescribedArrow, DescribedMachine } from '#machines/drawing/describe.ts';
import { type Subject, subjectsOf } from './subjects.ts';

/** A rule that the specification does not contain, with the arrows that are drawn by it. */
export type AssumedRule = {
  id: string;
  machine: DescribedMachine;
  arrows: DescribedArrow[];
  subjects: readonly Subject[];
};

/** The assumed rules of a machine, in the order they are drawn. */
export function assumedRules(machine: DescribedMachine): AssumedRule[] {
  const assumed = machine.arrows.filter(({ source, rule }) => source === 'assumed' && rule !== null);
  return [...Map.groupBy(assumed, ({ rule }) => rule ?? '')].map(([id, arrows]) => ({
    id,
    machine,
    arrows,
    subjects: subjectsOf(id, arrows),
  }));
}
