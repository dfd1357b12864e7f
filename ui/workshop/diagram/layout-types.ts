/** A piece of text in a box or a label; its place is the left end of its baseline, relative to the drawing. */
export type PlacedText = {
  text: string;
  x: number;
  y: number;
  /** Measured width: the text is drawn exactly as long. */
  width: number;
  style: TextStyle;
};

/**
 * Style of a text: `title` and `name` of a state, `detail` for other texts of a box; `event`, `guard` and `rule` of an
 * arrow.
 */
export type TextStyle = 'title' | 'name' | 'detail' | 'event' | 'guard' | 'rule';

export type Rectangle = { x: number; y: number; width: number; height: number };

export type PlacedBox = Rectangle & {
  /** Path of the state; another text for a box that is no state. */
  id: string;
  kind: 'state' | 'final' | 'anywhere' | 'gathered' | 'initial';
  /** Paths of the states that the box stands for. */
  members: string[];
  texts: PlacedText[];
  /** The box has states inside, drawn or folded. */
  isCompound: boolean;
  isFolded: boolean;
  isRegion: boolean;
  /** Depth of the box in others: 0 for the outermost. */
  depth: number;
};

/** The words of the arrows of a line that have the same words; several arrows where a box stands for several states. */
export type PlacedLabel = Rectangle & {
  /** Ids of the arrows. */
  arrows: string[];
  texts: PlacedText[];
  isAssumed: boolean;
};

export type PlacedLine = {
  id: string;
  from: string;
  to: string;
  /** Ids of all arrows drawn as this line. */
  arrows: string[];
  /** Corners from the source to the target. */
  points: { x: number; y: number }[];
  labels: PlacedLabel[];
  /** All arrows of the line are assumed. */
  isAssumed: boolean;
};

/** A drawing with every place decided; all lengths in CSS pixels at the scale 1. */
export type Layout = {
  width: number;
  height: number;
  /** Outer boxes before those inside them. */
  boxes: PlacedBox[];
  lines: PlacedLine[];
};
