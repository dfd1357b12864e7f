import type { Block } from './blocks.ts';
import { definitionsStart, writeDefinitions } from './definitions.ts';
import { writeLetterHead } from './letter-head.ts';
import { writeList } from './list.ts';
import { paragraphStart, writeText } from './paragraph.ts';
import type { Tag } from './pen.ts';
import type { Sheet } from './sheet.ts';
import { CONTENT_WIDTH, PAGE, STYLE } from './style.ts';

/** Space above and below a block, in points. */
const SPACE = { h1: 4, h2: 24, h3: 14, paragraph: 8, list: 6, table: 4 } as const;
const AFTER_HEADING = 5;

type Heading = Extract<Block, { kind: 'heading' }>;

const space = (sheet: Sheet, kind: keyof typeof SPACE): number => SPACE[kind] * sheet.spacing;

const spaceAbove = (sheet: Sheet, heading: Heading): number =>
  space(sheet, heading.level === 1 ? 'h1' : heading.level === 2 ? 'h2' : 'h3');

function headingLines(sheet: Sheet, heading: Heading): string[] {
  return sheet.lines(heading.text, STYLE[heading.style], CONTENT_WIDTH - (heading.indent ?? 0));
}

/**
 * Returns the height that must be free for the blocks from `at` on to begin; a heading stays with the block below it.
 */
function startOf(sheet: Sheet, blocks: Block[], at = 0): number {
  const first = blocks[at];
  if (!first) return 0;
  switch (first.kind) {
    case 'heading': {
      const own = headingLines(sheet, first).length * STYLE[first.style].leading + AFTER_HEADING;
      return own + startOf(sheet, blocks, at + 1);
    }
    case 'paragraph': {
      const style = STYLE[first.style];
      return space(sheet, 'paragraph') + paragraphStart(sheet.lines(first.text, style, CONTENT_WIDTH), style);
    }
    case 'list':
      return space(sheet, 'list') + 2 * STYLE.body.leading;
    case 'definitions':
      return space(sheet, 'table') + definitionsStart(sheet, first.rows);
    case 'section':
      return startOf(sheet, first.blocks);
    case 'pageBreak':
      return 0;
    case 'letterHead':
      return PAGE.bottom - PAGE.top;
  }
}

async function writeBlock(sheet: Sheet, parent: Tag, block: Block, start: number): Promise<void> {
  switch (block.kind) {
    case 'heading': {
      await sheet.reserve(start, spaceAbove(sheet, block));
      const indent = block.indent ?? 0;
      const tag = parent.add(`H${block.level}`);
      await writeText(sheet, tag, block.text, STYLE[block.style], {
        x: PAGE.left + indent,
        width: CONTENT_WIDTH - indent,
      });
      tag.close();
      sheet.y += AFTER_HEADING;
      return;
    }
    case 'paragraph': {
      await sheet.reserve(start - space(sheet, 'paragraph'), space(sheet, 'paragraph'));
      const tag = parent.add('P');
      await writeText(sheet, tag, block.text, STYLE[block.style]);
      tag.close();
      return;
    }
    case 'list':
      await sheet.reserve(start - space(sheet, 'list'), space(sheet, 'list'));
      return writeList(sheet, parent, block.items);
    case 'definitions':
      await sheet.reserve(start - space(sheet, 'table'), space(sheet, 'table'));
      return writeDefinitions(sheet, parent, block.rows);
    case 'section': {
      const section = parent.add('Sect');
      await writeBlocks(sheet, section, block.blocks);
      section.close();
      return;
    }
    case 'pageBreak':
      sheet.endPart();
      return sheet.turn();
    case 'letterHead':
      await sheet.turn();
      return writeLetterHead(sheet, parent, block.head);
  }
}

/** Writes blocks one below the other over as many pages as needed. */
export async function writeBlocks(sheet: Sheet, parent: Tag, blocks: Block[]): Promise<void> {
  for (const [index, block] of blocks.entries()) {
    await writeBlock(sheet, parent, block, startOf(sheet, blocks, index));
  }
}
