import { lexer, parser, type Token, walkTokens } from 'marked';
import { type LoginProviderId, loginProviderIds } from '#domain/login.ts';
import type { ContentFault } from '../types.ts';
import { forLogins } from './for-logins.ts';
import type { MarkdownPart } from './markdown-part.ts';
import { isAllowedLink, sanitisedHtml } from './sanitised-html.ts';

/** A link inside the portal, and where it is written. */
export type InnerLink = { file: string; line: number; href: string };

/**
 * Renders Markdown (CommonMark with tables; HTML in it is allowed) as sanitised HTML. Faults are links that lead
 * nowhere, and pictures, which content cannot have: both would vanish silently. They are looked for in all parts, also
 * in those that this installation does not show.
 * @param logins those of this installation (forLogins)
 */
export function htmlOf(
  part: MarkdownPart,
  place: 'module' | 'page',
  logins: readonly LoginProviderId[] = loginProviderIds,
): { html: string; links: InnerLink[]; faults: ContentFault[] } {
  const { shown, whole, faults } = forLogins(part, logins);
  const tokens = lexer(whole);
  walkTokens(tokens, (token) => {
    const reason = reasonAgainst(token);
    if (reason) faults.push({ file: part.file, line: lineOf(part, token.raw), reason });
  });
  const all = sanitisedHtml(parser(tokens), place);
  // Most texts are the same for every installation.
  const html = shown === whole ? all : sanitisedHtml(parser(lexer(shown)), place);
  const links = [...all.matchAll(/<a href="(\/[^"]*)"/g)].map(([, href = '']) => ({
    file: part.file,
    line: lineOf(part, href.replaceAll('&amp;', '&')),
    href: href.replaceAll('&amp;', '&'),
  }));
  return { html, links, faults };
}

function reasonAgainst(token: Token): string | null {
  if (token.type === 'image') return 'pictures are not shown in content';
  if (token.type !== 'link' || isAllowedLink(String(token.href))) return null;
  return `the link ${String(token.href)} has to begin with https://, http://, mailto:, tel: or /`;
}

function lineOf({ text, line }: MarkdownPart, raw: string): number {
  return line + text.slice(0, Math.max(0, text.indexOf(raw))).split('\n').length - 1;
}
