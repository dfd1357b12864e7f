import type { Selection } from './diagram-props.ts';
import type { Layout } from './layout-types.ts';

/**
 * A part of a drawing that the keyboard reaches: every state, each followed by the arrows that lead from it; then the
 * arrows that lead from several states.
 */
export type Part = { id: string; selection: Selection };

export function partsOf({ boxes, lines }: Layout): Part[] {
  const arrowsFrom = (box: string): Part[] =>
    lines
      .filter(({ from }) => from === box)
      .flatMap(({ labels }) => labels.map(({ arrows }) => ({ id: arrows[0] ?? '', selection: { arrows } })));
  const states = boxes.filter(({ kind }) => kind === 'state' || kind === 'final');
  const others = boxes.filter((box) => !states.includes(box));
  return [
    ...states.flatMap(({ id }) => [{ id, selection: { state: id } }, ...arrowsFrom(id)]),
    ...others.flatMap(({ id }) => arrowsFrom(id)),
  ];
}
