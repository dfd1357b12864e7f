import type { RenderedPage } from '#contract/rendering.ts';
import { escapeHtml } from './html-document.ts';

/**
 * What search engines and other sites are told of a page: description, its one address, the other language.
 * @param origin public address of the portal
 * @param path path of the page
 */
export function headOf(page: RenderedPage, origin: string, path: string): string[] {
  const head: string[] = [];
  if (page.description) head.push(`<meta name="description" content="${escapeHtml(page.description)}">`);
  if (page.status !== 200) return [...head, '<meta name="robots" content="noindex">'];
  head.push(`<link rel="canonical" href="${escapeHtml(origin + path)}">`);
  for (const [language, href] of Object.entries(page.alternates ?? {})) {
    const [alternate] = href.split('?');
    head.push(`<link rel="alternate" hreflang="${language}" href="${escapeHtml(`${origin}${alternate}`)}">`);
  }
  return head;
}
