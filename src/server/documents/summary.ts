import type { SummaryPage, SummaryRow } from '#contract/summary.ts';
import { cardProviderId } from '#domain/login.ts';
import type { About } from './context.ts';
import type { Block, CellText, Definition } from './layout/blocks.ts';
import { paragraph, section } from './parts.ts';

const INDENT = 12;
type Level = 3 | 4 | 5 | 6;

/** Returns the next level: headings may not skip one (PDF/UA-1, 7.4.2), whatever the depth of the rows. */
function headingLevel(open: Group[]): Level {
  return Math.min(open.length + 3, 6) as Level;
}

/** A heading of the summary with the rows below it, up to a row of its own level or above. */
type Group = { level: number; blocks: Block[] };

function definition({ data, say }: About<'source'>, summaryRow: SummaryRow): Definition {
  const { label, value, level } = summaryRow;
  const shown = value.trim() === '' ? say('common.noInformation') : value;
  const origin = data.source?.providerId === cardProviderId ? 'form.fromCard' : 'form.fromAccount';
  const note: CellText[] = summaryRow.fromAccount ? [{ text: say(origin), style: 'small' }] : [];
  return { label, value: [{ text: shown, style: 'body' }, ...note], level };
}

function addRow(blocks: Block[], next: Definition): void {
  const last = blocks.at(-1);
  if (last?.kind === 'definitions') last.rows.push(next);
  else blocks.push({ kind: 'definitions', rows: [next] });
}

/** The rows of a page as tables, with a nested section for each heading among them. */
function pageBlocks(context: About<'source'>, rows: SummaryRow[]): Block[] {
  const blocks: Block[] = [];
  const open: Group[] = [];
  for (const summaryRow of rows) {
    while ((open.at(-1)?.level ?? -1) >= summaryRow.level) open.pop();
    const target = open.at(-1)?.blocks ?? blocks;
    if (summaryRow.kind !== 'heading') {
      addRow(target, definition(context, summaryRow));
      continue;
    }
    const text = [summaryRow.label, summaryRow.value].filter((part) => part.trim() !== '').join(': ');
    const heading: Block = {
      kind: 'heading',
      level: headingLevel(open),
      text,
      style: 'h3',
      indent: Math.min(summaryRow.level, 5) * INDENT,
    };
    const group: Group = { level: summaryRow.level, blocks: [heading] };
    target.push({ kind: 'section', blocks: group.blocks });
    open.push(group);
  }
  return blocks;
}

/** One section for each page of the confirmed summary. */
export function summarySections(context: About<'source'>, pages: SummaryPage[]): Block[] {
  return pages.map((page) => {
    const blocks = pageBlocks(context, page.rows);
    return section(page.title, blocks.length > 0 ? blocks : [paragraph(context.say('form.emptyPage'))]);
  });
}
