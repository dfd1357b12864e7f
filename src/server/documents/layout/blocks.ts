import type { StyleName } from './style.ts';

/** One paragraph of a table cell. */
export type CellText = { text: string; style: StyleName };

/** A line of a table of labels and values; `level` indents the label. */
export type Definition = { label: string; value: CellText[]; level: number };

/** An address field and reference lines as a German business letter has them (DIN 5008, form B). */
export type LetterHead = {
  returnAddress: string;
  recipient: string[];
  references: { label: string; value: string }[];
};

/**
 * The content of a document in reading order, without any position. There is no block for pictures: one would have to
 * contain alternative text.
 */
export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3 | 4 | 5 | 6; text: string; style: StyleName; indent?: number }
  | { kind: 'paragraph'; text: string; style: StyleName }
  | { kind: 'list'; items: string[] }
  | { kind: 'definitions'; rows: Definition[] }
  | { kind: 'section'; blocks: Block[] }
  /** A new page begins here, unless the rest fits on the page before. */
  | { kind: 'pageBreak' }
  | { kind: 'letterHead'; head: LetterHead };
