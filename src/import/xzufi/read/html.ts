const BLOCK = 'p|ul|ol|li|h[1-6]|table|thead|tbody|tr|div|dl|dt|dd|blockquote|section';
const between = new RegExp(`(</(?:${BLOCK})>) ?(?=<(?:${BLOCK})\\b)`, 'gi');
const beginsWithBlock = new RegExp(`^<(?:${BLOCK})\\b`, 'i');
const hasBlock = new RegExp(`<(?:${BLOCK})\\b`, 'i');
const HREFS = /\shref\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi;

/**
 * HTML of a file as blocks, one line each, without effect as Markdown: no line is blank and each begins with a tag.
 * Text without tags keeps its paragraphs. Links without a complete address lose it: it led to a page of the portal that
 * the text comes from. Repeating this changes nothing.
 */
export function inBlocks(html: string): string {
  const isPlain = !/<\/?[a-z]/i.test(html);
  const source = isPlain ? paragraphs(html) : html;
  const blocks = source
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(HREFS, (attribute, value: string) =>
      /^["']?\s*(https?:\/\/|mailto:|tel:)\S/i.test(value) ? attribute : '',
    )
    .trim()
    .replace(between, '$1\n');
  if (beginsWithBlock.test(blocks)) return blocks;
  return hasBlock.test(blocks) ? `<div>${blocks}</div>` : `<p>${blocks}</p>`;
}

const paragraphs = (text: string) =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${part.trim().replace(/\n/g, '<br>')}</p>`)
    .join('');
