import type { Locale } from '#domain/locale.ts';
import { Html, html } from '#server/html/html.ts';
import { filled } from '#server/html/texts.ts';
import { texts } from './texts.ts';

/** The heading of a part, as `section` writes it. */
const HEADING = /<h2 id="([\w-]+)" class="sp-section-heading">([^<]*)</g;

/** Links to the parts of a page, read from their headings. */
export function contents(parts: readonly Html[], locale: Locale): Html {
  const t = texts[locale];
  const links = parts
    .flatMap(({ text }) => [...text.matchAll(HEADING)])
    .map(([, id = '', title = '']) => html`<li><a class="sp-link" href="#${id}">${new Html(title)}</a></li>`);
  return html`<nav aria-labelledby="contents">
    <details class="sp-stack">
      <summary id="contents">${filled(t.contents, { count: String(links.length) })}</summary>
      <ul class="sp-list">${links}</ul>
    </details>
  </nav>`;
}
