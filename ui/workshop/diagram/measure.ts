import type { DescribedArrow } from '#machines/drawing/describe.ts';
import type { DiagramWords } from './diagram-words.ts';
import type { PlacedText, TextStyle } from './layout-types.ts';
import { textWidth } from './text-width.ts';
import type { ViewBox } from './view-types.ts';
import { wrap } from './wrap.ts';

type Font = { size: number; weight: 400 | 600; line: number };

/** Sizes in pixels at the scale 1; `diagram.css` draws the same. */
export const fonts: Record<TextStyle, Font> = {
  title: { size: 15, weight: 600, line: 20 },
  name: { size: 11, weight: 400, line: 15 },
  detail: { size: 12, weight: 400, line: 17 },
  event: { size: 13, weight: 400, line: 17 },
  guard: { size: 12, weight: 400, line: 16 },
  rule: { size: 11, weight: 400, line: 15 },
};

const MAX_TITLE = 190;
const MAX_LABEL = 190;
/** Room for the mark of an assumed arrow, in front of the first line. */
export const MARK = 14;
const LABEL_GAP = 6;
const LABEL_PADDING = 3;

/** Lines of text below each other. */
export type Block = { texts: PlacedText[]; width: number; height: number };

function block(parts: readonly { text: string; style: TextStyle; max: number; indent?: number }[]): Block {
  const texts: PlacedText[] = [];
  let y = 0;
  for (const { text, style, max, indent = 0 } of parts) {
    const { size, weight, line } = fonts[style];
    wrap(text, max - indent, size, weight).forEach((written, index) => {
      const x = index === 0 ? indent : 0;
      texts.push({
        text: written,
        x,
        y: y + line - (line - size) / 2 - size * 0.2,
        width: textWidth(written, size, weight),
        style,
      });
      y += line;
    });
  }
  return { texts, width: Math.max(0, ...texts.map(({ x, width }) => x + width)), height: y };
}

/** The texts of a box, from its top left corner, without its padding. */
export function boxText(box: ViewBox, words: DiagramWords): Block {
  if (box.kind === 'initial') return block([]);
  if (box.kind === 'anywhere') return block([{ text: words.anywhere, style: 'detail', max: MAX_TITLE }]);
  if (box.kind === 'gathered') {
    return block([{ text: words.gathered(box.members), style: 'detail', max: MAX_TITLE }]);
  }
  const state = box.state!;
  const name = state.path.split('.').at(-1) ?? '';
  const calls = [...new Set(state.calls)].map((call) => words.call(call));
  return block([
    { text: words.title(state), style: 'title', max: MAX_TITLE },
    { text: name, style: 'name', max: MAX_TITLE },
    ...calls.map((text) => ({ text, style: 'detail' as const, max: MAX_TITLE })),
    ...(box.hidden > 0 ? [{ text: words.hidden(box.hidden), style: 'detail' as const, max: MAX_TITLE }] : []),
  ]);
}

/** One label of a line: the arrows of it that have the same words. */
export type Label = Block & { arrows: string[]; isAssumed: boolean; y: number };

/** The labels of a line, one below the other. */
export function lineLabels(
  arrows: readonly DescribedArrow[],
  words: DiagramWords,
): Block & { labels: Label[] } {
  const byWords = Map.groupBy(arrows, (arrow) =>
    JSON.stringify([words.event(arrow), words.guard(arrow), arrow.source === 'assumed']),
  );
  const labels: Label[] = [];
  let y = 0;
  for (const group of byWords.values()) {
    const [first] = group;
    const isAssumed = first!.source === 'assumed';
    const guard = words.guard(first!);
    const rules = [...new Set(group.flatMap(({ rule }) => (rule === null ? [] : [rule])))];
    const text = block([
      { text: words.event(first!), style: 'event', max: MAX_LABEL, indent: isAssumed ? MARK : 0 },
      ...(guard === null ? [] : [{ text: `[${guard}]`, style: 'guard' as const, max: MAX_LABEL }]),
      ...(rules.length === 0 ? [] : [{ text: rulesInShort(rules), style: 'rule' as const, max: MAX_LABEL }]),
    ]);
    const height = text.height + 2 * LABEL_PADDING;
    labels.push({
      ...text,
      texts: text.texts.map((line) => ({ ...line, x: line.x + LABEL_PADDING, y: line.y + LABEL_PADDING })),
      width: text.width + 2 * LABEL_PADDING,
      height,
      y,
      arrows: group.map(({ id }) => id),
      isAssumed,
    });
    y += height + LABEL_GAP;
  }
  return {
    labels,
    texts: [],
    width: Math.max(0, ...labels.map(({ width }) => width)),
    height: Math.max(0, y - LABEL_GAP),
  };
}

const RULES_SHOWN = 3;

const rulesInShort = (rules: readonly string[]) =>
  rules.length <= RULES_SHOWN
    ? rules.join(', ')
    : `${rules.slice(0, RULES_SHOWN).join(', ')} … (${rules.length})`;
