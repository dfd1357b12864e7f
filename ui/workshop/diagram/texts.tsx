import type { PlacedText } from './layout-types.ts';

/** Texts exactly as long as they were measured, so that none overlaps another in any font. */
export const Texts = ({ texts }: { texts: readonly PlacedText[] }) =>
  texts.map(({ text, x, y, width, style }) => (
    <text
      key={`${x} ${y}`}
      className={`dg-${style}`}
      x={x}
      y={y}
      textLength={width}
      lengthAdjust="spacingAndGlyphs"
    >
      {text}
    </text>
  ));
