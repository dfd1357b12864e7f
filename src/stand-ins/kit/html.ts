/** Markup that needs no more escaping. */
export type Html = { readonly markup: string };

type Part = string | number | Html | readonly Part[] | null | undefined | false;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for element content and quoted attributes, of HTML and of XML. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
  if ('markup' in part) return part.markup;
  return part.map(render).join('');
}

/** Template of markup: every value is escaped unless it is itself a template (or a list of them). */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return { markup: strings.reduce((text, piece, index) => text + render(values[index - 1]) + piece) };
}

/** The same template, for XML: an alias that tells the reader (and editors) what it is. */
export const xml = (strings: TemplateStringsArray, ...values: Part[]): Html => html(strings, ...values);

/** A text in German with its English version below, each marked with its language. */
export function both(de: string, en: string): Html {
  return html`<span class="de">${de}</span> <span class="en" lang="en">${en}</span>`;
}
