import sanitizeHtml from 'sanitize-html';
import type { Payload } from '#browser/public/payload.ts';
import { PAYLOAD_ID } from '#contract/pages.ts';

/** Content of a page for a person without script, or for a search engine. */
export type ReadPage = {
  lang: string;
  title: string;
  headings: string[];
  /** Text of the main part. */
  text: string;
  /** Every `href` of a link, in the order of the page. */
  links: string[];
  /** Links of the main part. */
  linksInMain: string[];
  /** Name or property of each meta element to its content. */
  meta: Record<string, string>;
  /** Relation (with its language, e.g. `alternate en`) to address. */
  relations: Record<string, string>;
  /** Actions of the page's forms. */
  forms: string[];
  /** The data block for its script. */
  payload: Payload | null;
};

/** Reads a page as received, without running its scripts. */
export function readPage(html: string): ReadPage {
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  const [, data = 'null'] =
    new RegExp(`<script[^>]*id="${PAYLOAD_ID}"[^>]*>(.*?)</script>`, 's').exec(html) ?? [];
  const page: ReadPage = {
    lang: '',
    title: textOf(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ''),
    headings: [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs)].map(([, heading = '']) => textOf(heading)),
    text: textOf(main),
    links: [],
    linksInMain: [],
    meta: {},
    relations: {},
    forms: [],
    payload: JSON.parse(data) as Payload | null,
  };
  eachTag(html, (name, { href = '', ...rest }) => {
    if (name === 'html') page.lang = rest.lang ?? '';
    if (name === 'a') page.links.push(href);
    if (name === 'link') page.relations[[rest.rel, rest.hreflang].filter(Boolean).join(' ')] = href;
    if (name === 'meta') page.meta[rest.name ?? rest.property ?? ''] = rest.content ?? '';
    if (name === 'form') page.forms.push(rest.action ?? '');
  });
  eachTag(main, (name, { href = '' }) => {
    if (name === 'a') page.linksInMain.push(href);
  });
  return page;
}

/** The visible text of a piece of HTML. */
function textOf(html: string): string {
  const text = sanitizeHtml(html.replace(/<(?:\/?(?:p|li|h\d|div|dd|dt)\b)/g, ' $&'), { allowedTags: [] });
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

function eachTag(html: string, see: (name: string, attributes: Record<string, string>) => void): void {
  sanitizeHtml(html, { onOpenTag: see });
}
