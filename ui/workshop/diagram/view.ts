import type { DescribedMachine, DescribedState } from '#machines/drawing/describe.ts';
import { gather } from './gather.ts';
import type { View, ViewBox } from './view-types.ts';

/** Largest number of states in a drawing that is not busy. */
const BUSY = 12;

const anywhereIn = (path: string) => `${path}/anywhere`;
/** The state that a box without one of its own belongs to. */
const stateOf = (id: string) => id.split('/')[0] ?? '';
const beginningIn = (path: string) => `${path}/initial`;

const isWithin = (path: string, around: string) =>
  path !== around && (around === '' || path.startsWith(`${around}.`));
const parentOf = (path: string) => path.split('.').slice(0, -1).join('.');

/**
 * The drawn parts of a machine: its states as nested boxes, and its arrows that lead from one to another. An arrow that
 * stays in its state, or leads from one state inside a folded box to another, is not a line.
 * @param folded paths of compound states that are drawn as one box
 */
export function viewOf({ states, arrows }: DescribedMachine, folded: ReadonlySet<string>): View {
  const byPath = new Map(states.map((state) => [state.path, state]));
  const childrenOf = Map.groupBy(
    states.filter(({ path }) => path !== ''),
    ({ path }) => parentOf(path),
  );
  const drawn = new Set<string>(['']);

  const boxOf = (state: DescribedState): ViewBox => {
    drawn.add(state.path);
    const children = childrenOf.get(state.path) ?? [];
    const isFolded = folded.has(state.path);
    return {
      id: state.path,
      kind: 'state',
      state,
      members: [state.path],
      inside: isFolded ? [] : children.map(boxOf),
      hidden: isFolded ? states.filter(({ path }) => isWithin(path, state.path)).length : 0,
      isRegion: byPath.get(parentOf(state.path))?.kind === 'parallel',
    };
  };
  const boxes = (childrenOf.get('') ?? []).map(boxOf);

  const shown = (path: string): string => (drawn.has(path) ? path : shown(parentOf(path)));
  const isOpen = (path: string) => drawn.has(path) && !folded.has(path) && childrenOf.has(path);
  /** An arrow to a box from inside it leads to where that box begins. */
  const beginningOf = (path: string): string => {
    const initial = byPath.get(path)?.initial;
    return isOpen(path) && initial ? beginningOf(initial) : path;
  };
  const endsOf = (from: string, to: string): [string, string] | null => {
    if (from === to && isOpen(from)) return [anywhereIn(from), beginningOf(from)];
    const [source, target] = [shown(from), shown(to)];
    if (isWithin(to, from)) return isOpen(from) ? [anywhereIn(from), target] : null;
    if (source === target && from !== to) return null;
    return [source, isWithin(source, target) ? beginningOf(target) : target];
  };

  const found = arrows.flatMap((arrow) =>
    arrow.to.flatMap((target) => {
      const ends = endsOf(arrow.from, target);
      return ends ? [{ from: ends[0], to: ends[1], arrow }] : [];
    }),
  );
  const { lines, gathered } = gather(found, drawn.size > BUSY);
  const initials = states.flatMap(({ path, initial }) =>
    initial && isOpen(path) ? [{ path, to: initial }] : [],
  );
  const added = new Map<string, ViewBox[]>();
  const addTo = (path: string, box: Pick<ViewBox, 'id' | 'kind' | 'members'>) =>
    added.set(path, [
      ...(added.get(path) ?? []),
      { ...box, state: null, inside: [], hidden: 0, isRegion: false },
    ]);
  for (const { path } of initials) addTo(path, { id: beginningIn(path), kind: 'initial', members: [] });
  for (const path of drawn) {
    const id = anywhereIn(path);
    if (lines.some(({ from }) => from === id)) addTo(path, { id, kind: 'anywhere', members: [path] });
  }
  for (const { id, to, members } of gathered) {
    addTo(parentOf(to), { id, kind: 'gathered', members: members.map(stateOf) });
  }

  const complete = (box: ViewBox): ViewBox => ({
    ...box,
    inside: [...(added.get(box.id) ?? []), ...box.inside.map(complete)],
  });
  return {
    boxes: [...(added.get('') ?? []), ...boxes.map(complete)],
    lines: [
      ...initials.map(({ path, to }) => ({
        id: beginningIn(path),
        from: beginningIn(path),
        to: shown(to),
        arrows: [],
      })),
      ...lines,
    ],
  };
}
