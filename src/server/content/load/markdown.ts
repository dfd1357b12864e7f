import { lexer, parser, type Token, walkTokens } from 'marked';
import type { ContentFault } from '../types.ts';
import { isAllowedLink, sanitisedHtml } from './sanitised-html.ts';

/** A piece of a Markdown file; `line` is that of its first line (from 1). */
export type MarkdownPart = { file: string; line: number; text: string };

/** A link inside the portal, and where it is written. */
export type InnerLink = { file: string; line: number; href: string };

/**
 * Renders Markdown (CommonMark with tables; HTML in it is allowed) as sanitised HTML. Faults are links that lead
 * nowhere, and pictures, which content cannot have: both would vanish silently.
 */
export function htmlOf(
  part: MarkdownPart,
  place: 'module' | 'page',
): { html: string; links: InnerLink[]; faults: ContentFault[] } {
  const tokens = lexer(part.text);
  const faults: ContentFault[] = [];
  walkTokens(tokens, (token) => {
    const reason = reasonAgainst(token);
    if (reason) faults.push({ file: part.file, line: lineOf(part, token.raw), reason });
  });
  const html = sanitisedHtml(parser(tokens), place);
  const links = [...html.matchAll(/<a href="(\/[^"]*)"/g)].map(([, href = '']) => ({
    file: part.file,
    line: lineOf(part, href.replaceAll('&amp;', '&')),
    href: href.replaceAll('&amp;', '&'),
  }));
  return { html, links, faults };
}

/** The text without comments; empty when nothing else is in the file. */
export function withoutComments(text: string): string {
  return text.replace(/<!--[\s\S]*?-->/g, '').trim();
}

function reasonAgainst(token: Token): string | null {
  if (token.type === 'image') return 'pictures are not shown in content';
  if (token.type !== 'link' || isAllowedLink(String(token.href))) return null;
  return `the link ${String(token.href)} has to begin with https://, http://, mailto:, tel: or /`;
}

function lineOf({ text, line }: MarkdownPart, raw: string): number {
  return line + text.slice(0, Math.max(0, text.indexOf(raw))).split('\n').length - 1;
}
