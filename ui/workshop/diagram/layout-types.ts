/** A piece of text in a box or a label; its place is the left end of its baseline, relative to the drawing. */
export type PlacedText = {
  text: string;
  x: number;
  y: number;
  /** As measured: the text is drawn exactly as long. */
  width: number;
  style: TextStyle;
};

/** `title` and `name` of a state, `detail` for what else a box says; `event`, `guard` and `rule` of an arrow. */
export type TextStyle = 'title' | 'name' | 'detail' | 'event' | 'guard' | 'rule';

export type Rectangle = { x: number; y: number; width: number; height: number };

export type PlacedBox = Rectangle & {
  /** Path of the state; otherwise of no state. */
  id: string;
  kind: 'state' | 'final' | 'anywhere' | 'gathered' | 'initial';
  /** Paths of the states that it stands for. */
  members: string[];
  texts: PlacedText[];
  /** Has states inside, drawn or folded. */
  isCompound: boolean;
  isFolded: boolean;
  isRegion: boolean;
  /** How deep it is in others: 0 for the outermost. */
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
  /** All its arrows are assumed. */
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
