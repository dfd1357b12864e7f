import type { DescribedArrow, DescribedState } from '#machines/drawing/describe.ts';

/** A box of a drawing, with the boxes in it. */
export type ViewBox = {
  /** Path of the state; another text for a box that is no state. */
  id: string;
  /**
   * Kind of the box. `anywhere` stands for every state inside the box around it, `gathered` for several states with the
   * same arrow, `initial` for the dot where a compound state begins.
   */
  kind: 'state' | 'anywhere' | 'gathered' | 'initial';
  state: DescribedState | null;
  /** Paths of the states that the box stands for. */
  members: string[];
  inside: ViewBox[];
  /** Number of states inside that are not drawn. */
  hidden: number;
  /** The box is one of several regions that are active at the same time. */
  isRegion: boolean;
};

/** A line between two boxes, with all arrows that lead the same way. */
export type ViewLine = { id: string; from: string; to: string; arrows: DescribedArrow[] };

export type View = { boxes: ViewBox[]; lines: ViewLine[] };
