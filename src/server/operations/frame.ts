import type { Locale } from '#domain/locale.ts';
import type { Theme } from '#server/content/theme.ts';
import { type Html, html } from '#server/html/html.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { plainDocument } from '#server/html/plain-document.ts';
import { frameTexts } from '#server/html/texts.ts';
import { operationsPaths, texts } from './texts.ts';

export type PageFrame = {
  locale: Locale;
  theme: Theme;
  /** Null when the browser application is not built: the page then has no styling. */
  files: PageFiles | null;
  /** The note about maintenance; empty without one. */
  note: string;
  /** Query that the link to the other language keeps, with its question mark; empty without one. */
  query: string;
};

const languages: [Locale, string][] = [
  ['de', 'Deutsch'],
  ['en', 'English'],
];

type Around = {
  /** More for the head of the document. */
  head?: readonly Html[];
  /** Address of the same page in each language, without its query. */
  pathOf?: (locale: Locale) => string;
};

/** Returns a page for operators in the look of the portal; it needs no script. */
export function operationsDocument(
  { locale, theme, files, note, query }: PageFrame,
  content: Html,
  { head = [], pathOf = (code) => operationsPaths[code] }: Around = {},
): string {
  const nav = html`<nav aria-label="${frameTexts[locale].languages}"><ul class="sp-languages">${languages.map(
    ([code, name]) =>
      html`<li><a href="${pathOf(code)}${query}" lang="${code}" hreflang="${code}"${code === locale && html` aria-current="true"`}>${name}</a></li>`,
  )}</ul></nav>`;
  return plainDocument(
    { locale, title: texts[locale].title, theme, files, languages: nav, note, head },
    content,
  );
}
