import { paths } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import type { Theme } from '#server/content/theme.ts';
import { type Html, html } from './html.ts';
import { htmlDocument } from './html-document.ts';
import type { PageFiles } from './page-files.ts';
import { filled, frameTexts } from './texts.ts';

export type PlainPage = {
  locale: Locale;
  title: string;
  theme: Theme;
  /** Null when the browser application is not built: the page then has no styling. */
  files: PageFiles | null;
  /** Links to the page in the languages of the portal; false when it has no address of its own. */
  languages: Html | false;
  /** The note about maintenance (maintenance-note.ts). */
  note?: string;
  /** More for the head of the document. */
  head?: readonly Html[];
};

/** A page in the look of the portal that is rendered without its screens and needs no script. */
export function plainDocument(
  { locale, title, theme, files, languages, note = '', head = [] }: PlainPage,
  content: Html,
): string {
  const { portal } = theme;
  const frame = frameTexts[locale];
  const markup = html`<div class="sp-frame">
    <a class="sp-skip" href="#main">${frame.skip}</a>
    <header class="sp-header">
      <div class="sp-band"><div class="sp-container">${filled(frame.official, { state: portal.stateName[locale] })}</div></div>
      <div class="sp-container sp-header__bar">
        <a class="sp-mark" href="${paths.home[locale]}">
          <img src="${portal.headerLogo.src}" width="${portal.headerLogo.width}" height="${portal.headerLogo.height}" alt="">
          <span class="sp-mark__name">${portal.headerTitle[locale]}<span class="sp-mark__state">${portal.stateName[locale]}</span> <span class="kern-sr-only">${frame.home}</span></span>
        </a>
        ${languages}
      </div>
    </header>
    <main id="main" class="sp-main" tabindex="-1"><div class="sp-container">${content}</div></main>
  </div>`;
  return htmlDocument({
    locale,
    title: `${title} – ${portal.portalName[locale]}`,
    head: ['<meta name="robots" content="noindex, nofollow">', ...head.map(({ text }) => text)],
    styles: files ? [files.css.application] : [],
    theme,
    settings: null,
    script: '',
    buildId: files?.buildId ?? '',
    before: note,
    markup: markup.text,
    after: '',
  });
}
