import { escapeHtml } from './html-document.ts';

/** Markup that needs no more escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
type Part = Html | Html[] | string | number | false | null;

/** Markup from a template; what is put in is escaped unless it is markup itself, nothing stands for false and null. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const text = strings.map((string, index) => string + (index < parts.length ? textOf(parts[index]) : ''));
  return new Html(text.join(''));
}

function textOf(part: Part | undefined): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(({ text }) => text).join('');
  return part === false || part === null || part === undefined ? '' : escapeHtml(String(part));
}
