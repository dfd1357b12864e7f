/** A piece of a Markdown file; `line` is that of its first line (from 1). */
export type MarkdownPart = { file: string; line: number; text: string };

/** The text without comments; empty when nothing else is in the file. */
export function withoutComments(text: string): string {
  return text.replace(/<!--[\s\S]*?-->/g, '').trim();
}
