import { setImmediate } from 'node:timers/promises';
import { breakLines } from './lines.ts';
import type { Pen } from './pen.ts';
import { PAGE, type Style } from './style.ts';

/** The page being filled, from top to bottom. */
export class Sheet {
  readonly pen: Pen;
  /** Pages begun so far. */
  pages = 0;
  /** Where the next line begins. */
  y: number = PAGE.bottom;

  constructor(pen: Pen) {
    this.pen = pen;
  }

  /** Height left on this page. */
  get room(): number {
    return PAGE.bottom - this.y;
  }

  /** Begins the next page; other work of the process gets its turn in between. */
  async turn(): Promise<void> {
    await setImmediate();
    this.pages += 1;
    await this.pen.turn(this.pages);
    this.y = PAGE.top;
  }

  /** Goes to a new page when `height` does not fit; `before` is the space wanted above, none at the top. */
  async reserve(height: number, before = 0): Promise<void> {
    const above = this.y === PAGE.top ? 0 : before;
    if (above + height > this.room) await this.turn();
    else this.y += above;
  }

  /** The lines of a text in a style at a width. */
  lines(text: string, style: Style, width: number): string[] {
    return breakLines(this.pen.printable(text), width, (part) => this.pen.width(part, style));
  }
}
