import { classes } from '#ui/kit/classes.ts';
import type { DiagramProps } from './diagram-props.ts';
import { FOLD_BUTTON } from './elk-graph.ts';
import { FoldButton } from './fold-button.tsx';
import type { PlacedBox } from './layout-types.ts';
import { pressable } from './pressable.ts';
import { Texts } from './texts.tsx';
import { HEAT, WeightMark } from './weight-mark.tsx';

const classesOf = (box: PlacedBox, { active, selected, found }: DiagramProps): string => {
  const isActive = active && box.members.some((path) => active.has(path)) && box.kind !== 'anywhere';
  const isSelected = selected && 'state' in selected && selected.state === box.id;
  return classes(
    'dg-box',
    `dg-box--${box.kind}`,
    box.isCompound && 'dg-box--compound',
    box.isFolded && 'dg-box--folded',
    box.isRegion && 'dg-box--region',
    isActive && 'dg-box--active',
    isSelected && 'dg-box--selected',
    found?.has(box.id) && 'dg-box--found',
  );
};

/** A box that lines lead over: its texts are drawn above them. */
const isOpen = ({ isCompound, isFolded }: PlacedBox) => isCompound && !isFolded;

/** The texts of an open box. */
export const BoxTitle = ({ box }: { box: PlacedBox }) =>
  isOpen(box) && (
    <g className="dg-heading">
      <Texts texts={box.texts} />
    </g>
  );

/** One state, or a box that stands for several. */
export function BoxShape({ box, of }: { box: PlacedBox; of: DiagramProps }) {
  const { id, x, y, width, height, kind, texts } = box;
  if (kind === 'initial') {
    const radius = width / 2;
    return (
      <g className={classesOf(box, of)}>
        <circle cx={x + radius} cy={y + radius} r={radius} />
      </g>
    );
  }
  const isState = kind === 'state' || kind === 'final';
  const weight = of.weights?.get(id);
  const title = texts.map(({ text }) => text).join(' ');
  const radius = isState ? 8 : Math.min(16, height / 2);
  return (
    <>
      <g className={classesOf(box, of)} {...(isState && pressable(of, id, { state: id }, title))}>
        <rect x={x} y={y} width={width} height={height} rx={radius} />
        {kind === 'final' && (
          <rect x={x + 4} y={y + 4} width={width - 8} height={height - 8} rx={radius - 3} />
        )}
        {weight && !box.isCompound && (
          <rect
            className={HEAT}
            x={x}
            y={y}
            width={width}
            height={height}
            rx={radius}
            fillOpacity={weight.share * 0.45}
          />
        )}
        {!isOpen(box) && <Texts texts={texts} />}
      </g>
      {weight && <WeightMark weight={weight} x={x + width} y={y} />}
      {box.isCompound && of.onFold && (
        <FoldButton
          box={box}
          x={x + width - FOLD_BUTTON / 2 - 6}
          y={y + FOLD_BUTTON / 2 + 6}
          onFold={of.onFold}
        />
      )}
    </>
  );
}
