import { classes } from '#ui/kit/classes.ts';
import type { DiagramProps } from './diagram-props.ts';
import type { PlacedLabel, PlacedLine } from './layout-types.ts';
import { isSame, pressable } from './pressable.ts';
import { Texts } from './texts.tsx';
import { WeightMark } from './weight-mark.tsx';

type Point = { x: number; y: number };

const HEAD = 9;

const has = (ids: ReadonlySet<string> | undefined, arrows: readonly string[]) =>
  ids !== undefined && arrows.some((id) => ids.has(id));

/** The path and the head of a line: its last piece ends where the head begins. */
function withHead(points: readonly Point[]): { path: string; head: string } {
  const [before, end] = points.slice(-2);
  if (!before || !end) return { path: '', head: '' };
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const [dx, dy] = [(end.x - before.x) / length, (end.y - before.y) / length];
  const neck = { x: end.x - dx * HEAD, y: end.y - dy * HEAD };
  const half = HEAD * 0.5;
  const corners = [...points.slice(0, -1), neck].map(({ x, y }) => `${x} ${y}`);
  return {
    path: `M${corners.join('L')}`,
    head: `M${end.x} ${end.y}L${neck.x - dy * half} ${neck.y + dx * half}L${neck.x + dy * half} ${neck.y - dx * half}z`,
  };
}

const isSelected = ({ arrows }: PlacedLine, { selected = null }: DiagramProps) =>
  isSame(selected, { arrows });

/** Whether a line was taken last, or is chosen. */
export const isMarked = (line: PlacedLine, of: DiagramProps): boolean =>
  has(of.taken, line.arrows) || isSelected(line, of);

/** A line with its head. */
export function LineShape({ line, of }: { line: PlacedLine; of: DiagramProps }) {
  const { path, head } = withHead(line.points);
  const name = classes(
    'dg-line',
    line.isAssumed && 'dg-line--assumed',
    has(of.taken, line.arrows) && 'dg-line--taken',
    isSelected(line, of) && 'dg-line--selected',
  );
  return (
    <g className={name}>
      <path d={path} />
      <path className="dg-head" d={head} />
    </g>
  );
}

/** The words of a line; above all lines, so that none crosses them. */
export const LineLabels = ({ line, of }: { line: PlacedLine; of: DiagramProps }) =>
  line.labels.map((label) => <LabelShape key={label.arrows[0]} label={label} of={of} />);

function LabelShape({ label, of }: { label: PlacedLabel; of: DiagramProps }) {
  const { arrows, x, y, width, height, texts, isAssumed } = label;
  const [id = ''] = arrows;
  const weight = of.weights?.get(id);
  const name = classes(
    'dg-label',
    has(of.taken, arrows) && 'dg-label--taken',
    has(of.found, arrows) && 'dg-label--found',
    isSame(of.selected ?? null, { arrows }) && 'dg-label--selected',
  );
  const words = texts.map(({ text }) => text).join(' ');
  return (
    <>
      <g className={name} {...pressable(of, id, { arrows }, words)}>
        <rect x={x} y={y} width={width} height={height} rx={3} />
        {isAssumed && <path className="dg-assumed" d={`M${x + 8} ${y + 6}l5 5l-5 5l-5 -5z`} />}
        <Texts texts={texts} />
      </g>
      {weight && <WeightMark weight={weight} x={x + width + 6} y={y + 4} />}
    </>
  );
}
