import { setImmediate } from 'node:timers/promises';
import { breakLines } from './lines.ts';
import type { Pen } from './pen.ts';
import { PAGE, type Style } from './style.ts';

/** The page being filled, from top to bottom. */
export class Sheet {
  readonly pen: Pen;
  /** Share of the usual space between blocks and rows. */
  readonly spacing: number;
  /** Pages begun so far. */
  pages = 0;
  /** Finished parts between page breaks: the pages of each, and the used share of its last page. */
  readonly parts: { pages: number; share: number }[] = [];
  /** Top of the next line. */
  y: number = PAGE.bottom;

  constructor(pen: Pen, spacing: number) {
    this.pen = pen;
    this.spacing = spacing;
  }

  /** Height left on this page. */
  get room(): number {
    return PAGE.bottom - this.y;
  }

  /** Ends a part, after which no text continues on this page. */
  endPart(): void {
    const before = this.parts.reduce((sum, { pages }) => sum + pages, 0);
    const share = (this.y - PAGE.top) / (PAGE.bottom - PAGE.top);
    this.parts.push({ pages: this.pages - before, share });
  }

  /** Begins the next page, and lets other work of the process take its turn before. */
  async turn(): Promise<void> {
    await setImmediate();
    this.pages += 1;
    await this.pen.turn(this.pages);
    this.y = PAGE.top;
  }

  /** Goes to a new page when `height` does not fit; `before` is the space above, none at the top. */
  async reserve(height: number, before = 0): Promise<void> {
    const above = this.y === PAGE.top ? 0 : before;
    if (above + height > this.room) await this.turn();
    else this.y += above;
  }

  /** Returns the lines of a text in a style at a width. */
  lines(text: string, style: Style, width: number): string[] {
    return breakLines(this.pen.printable(text), width, (part) => this.pen.width(part, style));
  }
}
