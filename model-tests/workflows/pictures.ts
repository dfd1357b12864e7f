import type { DescribedArrow, DescribedMachine, DescribedState } from '#machines/drawing/describe.ts';

/** More states than this in one picture cannot be read where the page is shown. */
const MAX_STATES = 14;
/** Parallel states make a picture wider. */
const MAX_STATES_BESIDE = 8;

/** A state in a picture, with the states that are drawn in it. */
export type Box = { state: DescribedState; inside: Box[]; isClosed: boolean };
export type Line = { from: string; to: string; labels: string[] };

/** One picture: a state or the whole machine, and other states at the ends of its lines. */
export type Picture = {
  of: DescribedState;
  boxes: Box[];
  lines: Line[];
  outside: string[];
  /** Ends of lines that stand for many, with their number. */
  gathered: Map<string, number>;
};

/** Least number of states with the same arrow that are drawn as one line. */
const MANY = 5;

/** Stands for "in any state inside": from a state to one inside it, where no line can be drawn. */
export const anywhere = (path: string) => `${path}.*`;

const isWithin = (path: string, around: string) => around === '' || path.startsWith(`${around}.`);
const parentOf = (path: string) => path.split('.').slice(0, -1).join('.');

/** Splits a machine into pictures of readable size. */
export function picturesOf({ states, arrows }: DescribedMachine): Picture[] {
  const children = (path: string) =>
    states.filter((state) => state.path !== '' && parentOf(state.path) === path);
  const isLeaf = (path: string) => children(path).length === 0;
  const leaves = (path: string) =>
    states.filter((state) => isWithin(state.path, path) && isLeaf(state.path)).length;

  const boxOf = (state: DescribedState, closing: boolean): Box => {
    const isClosed = closing && !isLeaf(state.path);
    const inside = isClosed ? [] : children(state.path).map((child) => boxOf(child, closing));
    return { state, inside, isClosed };
  };

  const pictureOf = (of: DescribedState): Picture[] => {
    const closing = leaves(of.path) > (of.kind === 'parallel' ? MAX_STATES_BESIDE : MAX_STATES);
    const boxes = children(of.path).map((state) => boxOf(state, closing));
    const own = draw(of, boxes, arrows);
    const closed = boxes.filter(({ isClosed }) => isClosed);
    // A picture of closed parallel boxes alone shows nothing.
    const shown = own.lines.length === 0 && closed.length === boxes.length ? [] : [own];
    return [...shown, ...closed.flatMap(({ state }) => pictureOf(state))];
  };
  return states.slice(0, 1).flatMap(pictureOf);
}

const flat = (boxes: readonly Box[]): Box[] => boxes.flatMap((box) => [box, ...flat(box.inside)]);

function draw(of: DescribedState, boxes: Box[], arrows: readonly DescribedArrow[]): Picture {
  const drawn = flat(boxes);
  const outside = new Set<string>();
  const found: Found[] = [];
  /** The innermost box that shows a state. */
  const boxAround = (path: string) =>
    drawn.findLast(({ state }) => state.path === path || isWithin(path, state.path));
  /** A line to a state that contains its source leads to where that state begins. */
  const beginningOf = (path: string): string => {
    const box = drawn.find(({ state }) => state.path === path);
    return box && box.inside.length > 0 && box.state.initial ? beginningOf(box.state.initial) : path;
  };

  for (const arrow of arrows) {
    for (const target of arrow.to) {
      const ends = lineOf(arrow.from, target);
      if (!ends) continue;
      const [from, to] = ends;
      found.push({ from, to, event: arrow.event, guard: arrow.guard, label: labelOf(arrow, target, to) });
    }
  }
  const gathered = new Map<string, number>();
  // Large pictures join all arrows back to the same state in one line, whatever the event.
  const isBusy = drawn.length > MAX_STATES;
  const lines = joined(
    gather(
      gather(
        found,
        'from',
        ({ to, event }) => (isBusy && event !== 'always' ? to : `${to} ${event}`),
        gathered,
      ),
      'to',
      ({ from, event, guard }) => `${from} ${event} ${bareName(guard)}`,
      gathered,
    ),
  );
  const ends = new Set(lines.flatMap(({ from, to }) => [from, to]));
  return { of, boxes, lines, outside: [...outside].filter((path) => ends.has(path)), gathered };

  function lineOf(source: string, target: string): [string, string] | null {
    const from = boxAround(source);
    const to = target === of.path ? undefined : boxAround(target);
    if (!from && !to) return null;
    if (from && to) {
      const [a, b] = [from.state.path, to.state.path];
      if (a === b && from.isClosed && !(source === a && target === a)) return null;
      if (a !== b && isWithin(b, a)) return [anywhere(a), b];
      return [a, a === b || isWithin(a, b) ? beginningOf(b) : b];
    }
    if (from) {
      outside.add(target);
      return [from.state.path, target];
    }
    // The source is the state of the picture, or one around it.
    if (source === of.path || isWithin(of.path, source)) return [anywhere(of.path), to!.state.path];
    outside.add(source);
    return [source, to!.state.path];
  }
}

type Found = { from: string; to: string; event: string; guard: string | null; label: string };

/** A guard without the parameters that the drawing passes to it. */
const bareName = (guard: string | null) => guard?.split('(')[0] ?? '';

/** Gives one end to many lines that share the other one. */
function gather(
  found: readonly Found[],
  side: 'from' | 'to',
  keyOf: (one: Found) => string,
  gathered: Map<string, number>,
): Found[] {
  const groups = Map.groupBy(found, keyOf);
  const ends = new Map<string, string>();
  return found.map((one) => {
    const key = keyOf(one);
    const group = groups.get(key) ?? [];
    const number = new Set(group.map((member) => member[side])).size;
    if (number < MANY) return one;
    const end = ends.get(key) ?? `many.${side}.${gathered.size}`;
    ends.set(key, end);
    gathered.set(end, number);
    const isAlike = group.every(({ label }) => label === one.label);
    return { ...one, [side]: end, label: isAlike ? one.label : one.event };
  });
}

/** One line between two boxes, with all its labels. */
function joined(found: readonly Found[]): Line[] {
  const groups = Map.groupBy(found, ({ from, to }) => `${from} ${to}`);
  return [...groups.values()].flatMap(([first, ...more]) =>
    first
      ? [{ from: first.from, to: first.to, labels: [...new Set([first, ...more].map(({ label }) => label))] }]
      : [],
  );
}

/** `form.completed [data is valid]`, and where inside a closed box it leads. */
function labelOf({ event, guard }: DescribedArrow, target: string, shown: string): string {
  const words =
    guard &&
    bareName(guard).replace(/[a-z0-9][A-Z](?![A-Z_])/g, ([a = '', b = '']) => `${a} ${b.toLowerCase()}`);
  const inside = isWithin(target, shown) && target !== shown ? ` → ${target.slice(shown.length + 1)}` : '';
  return `${event}${words ? ` [${words}]` : ''}${inside}`;
}
