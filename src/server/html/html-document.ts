import { PAYLOAD_ID } from '#contract/pages.ts';
import { type PageSettings, SETTINGS_ID } from '#contract/settings.ts';
import type { Locale } from '#domain/locale.ts';
import type { Theme } from '#server/content/theme.ts';
import { onceFor } from '#server/once-for.ts';
import { escapeMarkup } from './html.ts';

export type HtmlDocument = {
  locale: Locale;
  title: string;
  /** Elements of the head besides the fixed ones. */
  head: string[];
  /** Inlined style sheets, followed by that of the theme. */
  styles: string[];
  theme: Theme;
  /** Null for a page without script. */
  settings: PageSettings | null;
  /** Markup of its script; empty for a page that needs none. */
  script: string;
  buildId: string;
  /** Markup before the page, which is visible in its place without script. */
  before?: string;
  /** Markup of the page; empty when the script renders it. */
  markup: string;
  /** Markup after it: data for the script, styles for people without script. */
  after: string;
};

/** Returns a value for a script element that holds data. */
export const scriptData = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Returns the data of a page for its script (src/browser/public/payload.ts), with its texts as JSON. */
export const pageData = (data: object, texts: string): string =>
  `<script type="application/json" id="${PAYLOAD_ID}">${scriptData(data).slice(0, -1)},"texts":${texts}}</script>`;

/** Returns styles that a page applies after its first paint (src/browser/public/styles.ts), without script at once. */
export const laterStyles = (which: 'rules' | 'fonts', css: string): string =>
  `<noscript data-styles="${which}"><style>${css}</style></noscript>`;

/** Returns the settings for the script of a page; serialised once, not for each page. */
const settingsData = onceFor(
  (settings: PageSettings) =>
    `<script type="application/json" id="${SETTINGS_ID}">${scriptData(settings)}</script>`,
);

/** Returns the colours that a phone gives the frame of its window: those of the band at the top of the page. */
const windowColours = ({ bands: { light, dark } }: Theme): string[] => [
  ...(dark === light
    ? []
    : [`<meta name="theme-color" content="${dark}" media="(prefers-color-scheme:dark)">`]),
  `<meta name="theme-color" content="${light}">`,
];

/** Returns the HTML document around a page. */
export function htmlDocument(page: HtmlDocument): string {
  return [
    `<!doctype html><html lang="${page.locale}" data-kern-theme="light"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    ...windowColours(page.theme),
    `<title>${escapeMarkup(page.title)}</title>`,
    `<meta name="build" content="${page.buildId}">`,
    ...[...page.styles, page.theme.css].map((css) => `<style>${css}</style>`),
    `<link rel="icon" href="${page.theme.portal.favicon}" type="image/svg+xml">`,
    page.script,
    ...page.head,
    `</head><body>${page.before ?? ''}<div id="app">${page.markup}</div>`,
    page.settings ? settingsData(page.settings) : '',
    `${page.after}</body></html>`,
  ].join('');
}
