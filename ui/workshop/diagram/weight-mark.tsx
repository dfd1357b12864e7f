import type { Weight } from './diagram-props.ts';
import { textWidth } from './text-width.ts';

/** Class of parts that a number shades. */
export const HEAT = 'dg-heat';

/** A number at the corner of a box or a label. */
export function WeightMark({ weight: { text, share }, x, y }: { weight: Weight; x: number; y: number }) {
  const width = textWidth(text, 12, 600) + 10;
  return (
    <g className="dg-weight">
      <rect x={x - width / 2} y={y - 9} width={width} height={18} rx={9} />
      <rect
        className={HEAT}
        x={x - width / 2}
        y={y - 9}
        width={width}
        height={18}
        rx={9}
        fillOpacity={share * 0.45}
      />
      <text x={x} y={y + 4.5} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}
