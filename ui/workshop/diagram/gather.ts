import type { DescribedArrow } from '#machines/drawing/describe.ts';
import type { ViewLine } from './view-types.ts';

type Found = { from: string; to: string; arrow: DescribedArrow };

/** A box that stands for several states which share an arrow. */
export type Gathered = { id: string; to: string; members: string[] };

/** Number of states with the same arrow from which one line is drawn for all. */
const MANY = 5;
/**
 * Number of states with arrows to the same state from which one line is drawn for all in a busy drawing, whatever their
 * events.
 */
const MANY_IN_BUSY = 3;

const sameArrow = ({ to, arrow }: Found) => JSON.stringify([to, arrow.event, arrow.guard]);
/** Keeps ways that are taken without an event apart: they are how a workflow goes on. */
const sameTarget = (found: Found) =>
  found.arrow.cause.kind === 'always' ? JSON.stringify([found.to, found.from]) : found.to;

/**
 * Arrows with the same ends become one line; the same arrow from many states becomes one from a box for all of them. In
 * a busy drawing, so do all arrows from several states to the same one: the table says which state has which arrow.
 */
export function gather(
  found: readonly Found[],
  isBusy: boolean,
): { lines: ViewLine[]; gathered: Gathered[] } {
  const groups = [...Map.groupBy(found, isBusy ? sameTarget : sameArrow).values()].map((members) => ({
    members,
    from: [...new Set(members.map(({ from }) => from))],
    to: members[0]!.to,
  }));
  const gathered = new Map<string, Gathered>();
  const ends = groups.flatMap(({ members, from, to }) => {
    if (from.length < (isBusy ? MANY_IN_BUSY : MANY)) return members;
    // Other arrows of the same states to the same one share the box.
    const id = `${to}/from ${from.toSorted().join(' ')}`;
    gathered.set(id, { id, to, members: from });
    return members.map((member) => ({ ...member, from: id }));
  });
  const lines = [...Map.groupBy(ends, ({ from, to }) => JSON.stringify([from, to])).values()].map(
    (members): ViewLine => ({
      id: `${members[0]!.from} → ${members[0]!.to}`,
      from: members[0]!.from,
      to: members[0]!.to,
      arrows: members.map(({ arrow }) => arrow),
    }),
  );
  return { lines, gathered: [...gathered.values()] };
}
