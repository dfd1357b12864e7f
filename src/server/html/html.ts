/** Markup that needs no more escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
export type Part = Html | readonly Part[] | string | number | false | null;

/** Escapes a text as content or attribute value of HTML and XML. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/**
 * Markup from a template; inserted values are escaped unless they are markup themselves; false and null insert nothing.
 */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(String.raw({ raw: strings }, ...parts.map(textOf)));

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === null || part === false) return '';
  return typeof part === 'object' ? part.map(textOf).join('') : escapeMarkup(String(part));
}
