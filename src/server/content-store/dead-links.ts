import { localeOfPath, screenOfPath } from '#contract/pages.ts';
import { servedFiles } from '#contract/served-files.ts';
import type { InnerLink } from '#server/content/load/markdown.ts';
import { hasOwnPage } from '#server/content/thematic-portals.ts';
import type { Content, ContentFault } from '#server/content/types.ts';

type Named = { has(id: string): boolean };
type Targets = Record<'services' | 'topics' | 'lifeSituations', Named> & Pick<Content, 'portals' | 'pages'>;

/** Links in texts to services, topics, life situations, thematic portals, pages and files of the portal that do not exist. */
export function deadLinks(content: Targets, links: InnerLink[]): ContentFault[] {
  const slugs = new Set([...content.pages.values()].flatMap(({ slug }) => [`/${slug.de}`, `/en/${slug.en}`]));
  return links
    .filter(({ href }) => !leadsSomewhere(content, slugs, href))
    .map(({ file, line, href }) => ({ file, line, reason: `the portal has no page ${href}` }));
}

function leadsSomewhere(content: Targets, slugs: Set<string>, href: string): boolean {
  const path = href.replace(/[?#].*$/, '').replace(/(.)\/$/, '$1');
  const id = path.split('/').at(localeOfPath(path) === 'de' ? 2 : 3) ?? '';
  switch (screenOfPath(path)) {
    case 'service':
      return content.services.has(id);
    case 'topic':
      return content.topics.has(id);
    case 'lifeSituation':
      return content.lifeSituations.has(id);
    case 'portal':
      return hasOwnPage(content.portals.get(id));
    case 'content':
      return content.pages.has(id);
    case 'page':
      return slugs.has(path) || servedFiles.has(path);
    default:
      return true;
  }
}
