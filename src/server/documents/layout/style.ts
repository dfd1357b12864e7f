/** Measurements are PDF points (1/72 inch) from the upper left corner of an A4 page. */

const POINTS_PER_MM = 72 / 25.4;

/** Converts millimetres to points. */
export const mm = (length: number): number => length * POINTS_PER_MM;

/** A4 with the margins of a business letter (DIN 5008: 25 mm left, 20 mm right). */
export const PAGE = {
  width: 595.28,
  height: 841.89,
  left: mm(25),
  right: 595.28 - mm(20),
  top: mm(30),
  bottom: 841.89 - mm(24),
} as const;

export const CONTENT_WIDTH = PAGE.right - PAGE.left;

/** Contrast on white: text 16:1, muted 7.5:1, accent 11:1. */
export const COLOUR = { text: '#1b1f24', muted: '#4b5661', accent: '#14396b', rule: '#c3ccd5' } as const;

export type Style = {
  font: 'regular' | 'bold';
  /** Font size in points. */
  size: number;
  /** Height of one line in points. */
  leading: number;
  colour: string;
};

export const STYLE = {
  body: { font: 'regular', size: 10, leading: 14.5, colour: COLOUR.text },
  strong: { font: 'bold', size: 10, leading: 14.5, colour: COLOUR.text },
  label: { font: 'regular', size: 10, leading: 14.5, colour: COLOUR.muted },
  small: { font: 'regular', size: 8.5, leading: 12.5, colour: COLOUR.muted },
  hash: { font: 'regular', size: 8, leading: 12, colour: COLOUR.text },
  preline: { font: 'bold', size: 10, leading: 15, colour: COLOUR.accent },
  h1: { font: 'bold', size: 21, leading: 27, colour: COLOUR.text },
  h2: { font: 'bold', size: 13.5, leading: 18, colour: COLOUR.accent },
  h3: { font: 'bold', size: 10.5, leading: 15, colour: COLOUR.text },
  subject: { font: 'bold', size: 11.5, leading: 16, colour: COLOUR.text },
} as const satisfies Record<string, Style>;

export type StyleName = keyof typeof STYLE;
