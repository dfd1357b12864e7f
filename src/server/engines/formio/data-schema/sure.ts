import { isField, isGrid } from '#forms/components.ts';
import { fewestRows } from '#forms/data.ts';
import type { FormValue, ValueField } from '#forms/types.ts';
import { candidates } from './answers.ts';
import type { Placed } from './places.ts';
import type { Plan } from './plan.ts';
import type { Case, Probe } from './probe.ts';

/**
 * When the elements of a group are written: always, or as soon as one of these components has something; in both cases
 * only where `row` is there, if they stand in a repeating group.
 */
export type Sent = { by: Placed[] | null; row: Placed | null };
/** Components that make an element be written when they have something. */
export function fillersOf(plan: Plan): Placed[] {
  switch (plan.kind) {
    case 'leaf':
      return plan.sources.map(({ placed }) => placed);
    case 'day':
      return plan.sources;
    case 'group':
      return plan.children.flatMap(fillersOf);
    case 'rows':
      return plan.rows.flatMap(({ of, children }) =>
        of && isGrid(of.component) ? [of] : children.flatMap(fillersOf),
      );
  }
}

/** Counts the entries of an element that a case is sure to have; 0 where the person may leave all out. */
export function surely(fillers: readonly Placed[], one: Case): number {
  let count = 0;
  for (const placed of fillers) {
    if (!one.isShown(placed)) continue;
    const { component } = placed;
    if (component.type === 'checkbox') count += 1;
    else if (isField(component) && isGrid(component))
      count += one.isRefused(placed) ? fewestRows(component) : 0;
    else if (one.isRefused(placed) || hasValue(one.valueOf(placed))) count += 1;
  }
  return count;
}

const hasValue = (value: FormValue): boolean => {
  if (value === undefined || value === null || value === '' || value === false) return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || Object.values(value).some(Boolean);
};

/** Returns answers by which a group is written: each of its questions alone; null is none at all. */
export function occasions({ by }: Sent, own: readonly Placed[]): (Placed | null)[] {
  return by === null ? [null] : by.filter((placed) => !own.includes(placed));
}

/**
 * Counts entries that are there whatever is answered: fields that have to be answered, and are asked under no condition
 * that the occasion does not have. Most forms need no more to be said about them.
 */
export function certainly(own: readonly Placed[], { row }: Sent, occasion: Placed | null): number {
  const given = new Set(occasion ? conditionsOf(occasion, row) : []);
  return own.reduce((sum, placed) => {
    const { component } = placed;
    if (!isField(component) || conditionsOf(placed, row).some((condition) => !given.has(condition)))
      return sum;
    if (isGrid(component)) return sum + fewestRows(component);
    return component.type === 'checkbox' || component.validate?.required ? sum + 1 : sum;
  }, 0);
}

/** The conditions under which a component is asked, in a row those within the row. */
const conditionsOf = (placed: Placed, row: Placed | null): string[] =>
  [...placed.parents, placed]
    .filter(
      ({ component }) =>
        row === null ||
        (component !== row.component && !row.parents.some((one) => one.component === component)),
    )
    .flatMap(({ component }) => (component.conditional ? [JSON.stringify(component.conditional)] : []));

/**
 * Whether something holds in every case in which a group is written; null where there are too many cases.
 * @param occasion the question that is answered, or null where the group is always written
 */
export function holds(
  probe: Probe,
  { sent, about, occasion }: { sent: Sent; about: readonly Placed[]; occasion: Placed | null },
  isRight: (one: Case) => boolean,
): boolean | null {
  const row = sent.row ? [sent.row] : [];
  const answer = occasion ? sampleOf(occasion) : undefined;
  const isFree = occasion !== null && answer !== undefined;
  const asked = [...about, ...(occasion ? [occasion] : []), ...row];
  const plain = probe.cases(asked);
  const answered = isFree ? probe.cases(asked, new Map([[occasion, answer]])) : [];
  if (plain === null || answered === null) return null;
  // The question may itself decide what is shown: then its answers are among the cases.
  const all = isFree ? [...answered, ...plain.filter((one) => hasValue(one.valueOf(occasion)))] : plain;
  return all.every((one) => {
    if (sent.row && !one.isShown(sent.row)) return true;
    if (occasion && !one.isShown(occasion)) return true;
    return isRight(one);
  });
}

function sampleOf({ component }: Placed): FormValue {
  if (!isField(component)) return undefined;
  if (isGrid(component)) return [{}];
  return candidates(component as ValueField, 'least')[0];
}

/** Whether components are never shown together. */
export function excludes(
  { probe, sent }: { probe: Probe; sent: Sent },
  some: readonly Placed[],
  others: readonly Placed[],
): boolean {
  const cases = probe.cases([...some, ...others, ...(sent.row ? [sent.row] : [])]);
  return (
    cases?.every(
      (one) => !some.some((placed) => one.isShown(placed)) || !others.some((placed) => one.isShown(placed)),
    ) ?? false
  );
}
