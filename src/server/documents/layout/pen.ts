import type { Style } from './style.ts';

/** Structure types of PDF 1.7 that the documents use. */
export type Role =
  | 'Sect'
  | `H${1 | 2 | 3 | 4 | 5 | 6}`
  | 'P'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD';

/** A line of text with its upper left corner. */
export type PlacedLine = { text: string; x: number; y: number; style: Style };

/** An element of the structure tree while it is being written. */
export type Tag = { add(role: Role): Tag; write(lines: PlacedLine[]): void; close(): void };

/**
 * Everything that layout needs from the paper. One pen writes; another only counts the pages, because the first page
 * shows the total. So no page has to be buffered until the last one is known.
 */
export type Pen = {
  /** Width in points. */
  width(text: string, style: Style): number;
  /** Returns the text with visible replacements for characters that the font lacks. */
  printable(text: string): string;
  /** Ends the present page, waits until the reader has caught up, and begins the given one (from 1). */
  turn(page: number): Promise<void>;
  /** The root of the structure tree. */
  root: Tag;
  /** A horizontal line, decoration only. */
  rule(x: number, y: number, width: number): void;
  /** Writes visible text only, which the structure contains elsewhere. */
  repeat(lines: PlacedLine[]): void;
};
