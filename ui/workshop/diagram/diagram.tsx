import { BoxShape, BoxTitle } from './box-shape.tsx';
import type { DiagramProps } from './diagram-props.ts';
import { isMarked, LineLabels, LineShape } from './line-shape.tsx';

/** The lines of a drawing, marked ones above those with which they share a piece. */
const markedLast = (of: DiagramProps) =>
  of.layout.lines.toSorted((one, other) => Number(isMarked(one, of)) - Number(isMarked(other, of)));

/** A workflow as a picture: pure, so that it is the same in a page, in a file and in a report. */
export function Diagram(props: DiagramProps) {
  const { layout, label, describedBy, onSelect, scale = 1 } = props;
  const { width, height, boxes, lines } = layout;
  return (
    <svg
      className="dg"
      viewBox={`0 0 ${width} ${height}`}
      width={width * scale}
      height={height * scale}
      role={onSelect ? 'group' : 'img'}
      aria-label={label}
      aria-describedby={describedBy}
    >
      {boxes.map((box) => (
        <BoxShape key={box.id} box={box} of={props} />
      ))}
      {markedLast(props).map((line) => (
        <LineShape key={line.id} line={line} of={props} />
      ))}
      {boxes.map((box) => (
        <BoxTitle key={box.id} box={box} />
      ))}
      {lines.map((line) => (
        <LineLabels key={line.id} line={line} of={props} />
      ))}
    </svg>
  );
}
