import type { RenderedPage } from '#contract/rendering.ts';
import { type Locale, otherLocale } from '#domain/locale.ts';
import type { Content } from '#server/content/types.ts';
import { escapeMarkup } from '#server/html/html.ts';
import { scriptData } from '#server/html/html-document.ts';
import { type PublicPage, publicPageAt } from '#server/seo/public-page.ts';
import type { Site } from '#server/seo/site.ts';
import { alternatesOf } from '#server/seo/sitemap.ts';
import { structuredData } from '#server/seo/structured-data.ts';
import { SHARE_PICTURE } from '#server/theme/share-picture.ts';

const regions: Record<Locale, string> = { de: 'de_DE', en: 'en_GB' };
/** Query parameters that name the place; the page is the same with any of them. */
const sameInEveryQuery = new Set(['area', 'place']);

export type HeadOf = {
  rendered: RenderedPage;
  content: Content;
  site: Site;
  /** Path and query of the page. */
  href: string;
  /** The place that the page is rendered for. */
  place: { value: string; key: string } | null;
};

/**
 * Head of a page for search engines and other sites: description, canonical address, other language, look when shared
 * (Open Graph), subject (schema.org). Search engines are asked not to list errors and search results.
 */
export function headOf({ rendered, content, site, href, place }: HeadOf): string[] {
  const { locale, description, status } = rendered;
  const [path = '/', query = ''] = href.split('?');
  const page = status === 200 ? publicPageAt(content, path) : null;
  const head = description ? [meta('name', 'description', description)] : [];
  if (!page) return [...head, meta('name', 'robots', 'noindex')];
  const title = titleOf(rendered, site);
  const social = openGraph({ page, locale, title, description, site });
  if (page.screen === 'search' && isAnotherPage(query)) {
    return [...head, meta('name', 'robots', 'noindex, follow'), ...social];
  }
  const data = structuredData({ content, page, locale, site, place, title, description });
  return [
    ...head,
    `<link rel="canonical" href="${escapeMarkup(site.origin + page.paths[locale])}">`,
    ...alternatesOf(page).map(
      ([language, at]) =>
        `<link rel="alternate" hreflang="${language}" href="${escapeMarkup(site.origin + at)}">`,
    ),
    ...social,
    `<script type="application/ld+json">${scriptData(data)}</script>`,
  ];
}

const isAnotherPage = (query: string) =>
  [...new URLSearchParams(query).keys()].some((name) => !sameInEveryQuery.has(name));

/** Returns the title without the name of the portal, which is next to it wherever a link is shown. */
const titleOf = ({ title }: RenderedPage, { name }: Site) =>
  title.endsWith(` – ${name}`) ? title.slice(0, -` – ${name}`.length) : title;

type OpenGraphOf = { page: PublicPage; locale: Locale; title: string; description: string; site: Site };

function openGraph({ page, locale, title, description, site }: OpenGraphOf): string[] {
  const other = otherLocale(locale);
  const properties = {
    'og:type': page.screen === 'home' ? 'website' : 'article',
    'og:site_name': site.name,
    'og:title': title,
    'og:description': description,
    'og:url': site.origin + page.paths[locale],
    'og:locale': regions[locale],
    'og:locale:alternate': regions[other],
    ...(site.picture && {
      'og:image': site.picture,
      'og:image:width': String(SHARE_PICTURE.width),
      'og:image:height': String(SHARE_PICTURE.height),
      'og:image:alt': site.name,
    }),
  };
  return [
    ...Object.entries(properties).flatMap(([name, content]) =>
      content ? [meta('property', name, content)] : [],
    ),
    meta('name', 'twitter:card', site.picture ? 'summary_large_image' : 'summary'),
  ];
}

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeMarkup(content)}">`;
