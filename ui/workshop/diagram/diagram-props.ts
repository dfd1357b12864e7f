import type { Layout } from './layout-types.ts';

/** A part of a drawing that can be chosen: a state by its path, or arrows by their ids. */
export type Selection = { state: string } | { arrows: string[] };

/** A number for a state or an arrow, and how strong it is among all (0 to 1). */
export type Weight = { text: string; share: number };

export type DiagramProps = {
  layout: Layout;
  /** Description of the picture in a few words; the table beside it says everything. */
  label: string;
  /** Id of the element that describes the drawing in words. */
  describedBy?: string | undefined;
  /** Paths of the states that are active. */
  active?: ReadonlySet<string>;
  /** Ids of the arrows taken last. */
  taken?: ReadonlySet<string>;
  /** Numbers by path of a state and by id of an arrow; a box for several states does not add those of its members. */
  weights?: ReadonlyMap<string, Weight>;
  /** Paths of states and ids of arrows that a search has found. */
  found?: ReadonlySet<string>;
  selected?: Selection | null;
  /** Called with the chosen part; without it, the drawing is a picture without choices. */
  onSelect?: (selection: Selection) => void;
  /** Called with the path of a box to fold or unfold; without it, boxes cannot be folded. */
  onFold?: (path: string) => void;
  /** Names of the two buttons in the language of the reader. */
  foldLabel?: (title: string, isFolded: boolean) => string;
  /** The element that the tabulator reaches; the drawing's first if null. */
  focused?: string | null;
  /** Pixels for each unit of the layout. */
  scale?: number;
};
