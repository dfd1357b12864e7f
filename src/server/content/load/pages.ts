import { pageSlugs, screenOfPath } from '#contract/pages.ts';
import { type Locale, type Localised, locales } from '#domain/locale.ts';
import type { LoginProviderId } from '#domain/login.ts';
import type { ContentFault, Page } from '../types.ts';
import { pageSchema } from './browsing-schemas.ts';
import { type ContentFolder, nameFaults, readChecked } from './folder.ts';
import { faultAt } from './json-file.ts';
import { htmlOf, type InnerLink } from './markdown.ts';
import { withoutComments } from './markdown-part.ts';

/** Facts of the installation for pages: its logins, and the list of what is kept (kept/kept-list.ts). */
export type Installed = { logins: readonly LoginProviderId[]; kept: Localised };

/** The place of the list of what is kept (docs/content.md); the privacy page must have it. */
const KEPT = /^<!-- kept -->$/m;
const PRIVACY = 'privacy';

/** First parts of addresses that are not pages: calls, files, English pages, pages that are rendered without screens. */
const reserved = {
  de: /^(api|assets|betrieb|builds|en|location|robots\.txt|rueckmeldung|sitemap(\.xml)?|theme|werkstatt)(\/|$)/,
  en: /^(feedback|operations|workshop)(\/|$)/,
};

/**
 * Reads the content pages, one per folder named after the id. Every portal has the pages that the frame links to
 * (`pageSlugs`); no slug is that of another page or of a screen.
 */
export function loadPages(
  folder: ContentFolder,
  installed: Installed,
): {
  pages: Map<string, Page>;
  links: InnerLink[];
  faults: ContentFault[];
} {
  const pages = new Map<string, Page>();
  const links: InnerLink[] = [];
  const faults: ContentFault[] = [];
  const owners = { de: new Map<string, string>(), en: new Map<string, string>() };
  for (const id of folder.list('pages')) {
    const file = `pages/${id}/page.json`;
    faults.push(...nameFaults(`pages/${id}`, id));
    const read = readChecked(folder, file, pageSchema);
    const texts = { de: loadText(folder, id, 'de', installed), en: loadText(folder, id, 'en', installed) };
    const html = { de: texts.de.html, en: texts.en.html };
    links.push(...texts.de.links, ...texts.en.links);
    faults.push(...read.faults, ...texts.de.faults, ...texts.en.faults);
    if (!read.value) continue;
    for (const locale of locales) {
      const slug = read.value.slug[locale];
      const reason = slugFault(slug, locale, owners[locale].get(slug));
      if (reason) faults.push(faultAt(read.json, ['slug', locale], reason));
      owners[locale].set(slug, id);
    }
    pages.set(id, { id, ...read.value, html });
  }
  for (const { de, en } of Object.values(pageSlugs)) {
    if (owners.de.has(de) && owners.de.get(de) === owners.en.get(en)) continue;
    faults.push({
      file: 'pages',
      line: 1,
      reason: `there is no page with the slugs ${de} (de) and ${en} (en)`,
    });
  }
  return { pages, links, faults };
}

function loadText(
  folder: ContentFolder,
  id: string,
  locale: Locale,
  { logins, kept }: Installed,
): ReturnType<typeof htmlOf> {
  const file = `pages/${id}/${locale}.md`;
  const missing = folder.missing(file);
  if (missing.length > 0) return { html: '', links: [], faults: missing };
  const text = folder.read(file);
  const made = htmlOf({ file, line: 1, text: text.replace(KEPT, () => kept[locale]) }, 'page', logins);
  if (id === PRIVACY && !KEPT.test(text))
    made.faults.push({ file, line: 1, reason: 'a line <!-- kept --> is missing: what is kept, and why' });
  if (withoutComments(text) !== '') return made;
  return { ...made, faults: [{ file, line: 1, reason: 'the file has no text' }] };
}

function slugFault(slug: string, locale: Locale, owner: string | undefined): string | null {
  if (owner) return `pages/${owner} has this slug already`;
  const path = locale === 'de' ? `/${slug}` : `/en/${slug}`;
  const isTaken = screenOfPath(path) !== 'page' || reserved[locale].test(slug);
  return isTaken ? `${path} is the address of something else` : null;
}
