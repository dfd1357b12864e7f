import { applicationScreens, paths } from '#contract/pages.ts';

/**
 * What crawlers are told (RFC 9309): nothing of applications and of the calls, and where the sitemap is. Pages of
 * search results say themselves that they are not to be listed, so they stay readable.
 * @param origin public address of the portal
 */
export function robotsText(origin: string): string {
  const screens = [...applicationScreens].flatMap((screen) => [paths[screen].de, paths[screen].en]);
  const closed = ['/api/', '/location/', '/builds/', '/*/_payload.json', '/_payload.json', ...screens];
  return [
    'User-agent: *',
    ...new Set(closed.map((path) => `Disallow: ${path}`)),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
