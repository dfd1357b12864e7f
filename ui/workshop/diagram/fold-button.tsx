import type { PlacedBox } from './layout-types.ts';

/** Folds a box or unfolds it, for the pointer; the keyboard has the key `f` and the button beside the drawing. */
export function FoldButton({
  box: { id, isFolded },
  x,
  y,
  onFold,
}: {
  box: PlacedBox;
  x: number;
  y: number;
  onFold: (path: string) => void;
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is offered as a button beside the drawing
    <g className="dg-fold" onClick={() => onFold(id)}>
      <circle cx={x} cy={y} r={11} />
      <path d={`M${x - 5} ${y}h10${isFolded ? `M${x} ${y - 5}v10` : ''}`} />
    </g>
  );
}
