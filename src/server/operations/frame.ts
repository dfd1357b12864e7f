import { paths } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import { htmlDocument } from '#server/http/html-document.ts';
import type { PageFiles } from '#server/http/page-files.ts';
import type { Theme } from '#server/theme/types.ts';
import { type Html, html } from './html.ts';
import { filled, frameTexts, operationsPaths, texts } from './texts.ts';

export type Surroundings = {
  locale: Locale;
  theme: Theme;
  /** Null when the browser application is not built: the page has no look then. */
  files: PageFiles | null;
  /** Query that the other language takes along, with its question mark; empty without one. */
  query: string;
};

const languages: [Locale, string][] = [
  ['de', 'Deutsch'],
  ['en', 'English'],
];

/** A page for operators in the look of the portal; it needs no script. */
export function operationsDocument(around: Surroundings, content: Html): string {
  const { locale, theme, files } = around;
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
        <nav aria-label="${frame.languages}"><ul class="sp-languages">${languages.map(
          ([code, name]) =>
            html`<li><a href="${operationsPaths[code]}${around.query}" lang="${code}" hreflang="${code}"${code === locale && html` aria-current="true"`}>${name}</a></li>`,
        )}</ul></nav>
      </div>
    </header>
    <main id="main" class="sp-main" tabindex="-1"><div class="sp-container">${content}</div></main>
  </div>`;
  return htmlDocument({
    locale,
    title: `${texts[locale].title} – ${portal.portalName[locale]}`,
    head: ['<meta name="robots" content="noindex, nofollow">'],
    styles: files ? [files.css.application] : [],
    theme,
    script: '',
    buildId: files?.buildId ?? '',
    markup: markup.text,
    after: '',
  });
}
