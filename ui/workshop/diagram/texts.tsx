import { Fragment } from 'react';
import type { PlacedText } from './layout-types.ts';

/**
 * Texts exactly as long as they were measured, so that none overlaps another in any font. The spaces between them are
 * not drawn: they are for whoever reads the name of the part.
 */
export const Texts = ({ texts }: { texts: readonly PlacedText[] }) =>
  texts.map(({ text, x, y, width, style }) => (
    <Fragment key={`${x} ${y}`}>
      <text className={`dg-${style}`} x={x} y={y} textLength={width} lengthAdjust="spacingAndGlyphs">
        {text}
      </text>{' '}
    </Fragment>
  ));
