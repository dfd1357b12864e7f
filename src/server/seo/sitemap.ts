import { type Locale, locales } from '#domain/locale.ts';
import { escapeMarkup } from '#server/html/html.ts';

/** Entries that one file may have (sitemaps.org). */
export const FILE_ENTRIES = 50_000;
const namespaces =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';

type Page = { paths: Record<Locale, string> };

/**
 * Returns the sitemap of pages in both languages, each with its alternates: one file, or several when there are too
 * many pages for one. There is no `lastmod`: content files do not record reliably when their text last changed.
 * @param origin public address of the portal
 */
export function sitemapFiles(pages: readonly Page[], origin: string, perFile = FILE_ENTRIES): string[] {
  const entries = pages.flatMap((page) => locales.map((locale) => entry(page, locale, origin)));
  const files: string[] = [];
  for (let from = 0; from < entries.length; from += perFile) {
    files.push(document(`<urlset ${namespaces}>${entries.slice(from, from + perFile).join('')}</urlset>`));
  }
  return files;
}

/** Lists the files of a sitemap that has several. @param addresses absolute addresses */
export function sitemapIndex(addresses: readonly string[]): string {
  const entries = addresses
    .map((address) => `<sitemap><loc>${escapeMarkup(address)}</loc></sitemap>`)
    .join('');
  return document(
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</sitemapindex>`,
  );
}

/** Returns the languages of a page in the notation of search engines, and the one for everybody else. */
export const alternatesOf = ({ paths }: Page): [language: string, path: string][] => [
  ['de', paths.de],
  ['en', paths.en],
  ['x-default', paths.de],
];

function entry(page: Page, locale: Locale, origin: string): string {
  const alternates = alternatesOf(page).map(
    ([language, path]) =>
      `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeMarkup(origin + path)}"/>`,
  );
  return `<url><loc>${escapeMarkup(origin + page.paths[locale])}</loc>${alternates.join('')}</url>`;
}

const document = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
