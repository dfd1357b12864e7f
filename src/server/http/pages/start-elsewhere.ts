import { localeOfPath, paths } from '#contract/pages.ts';
import { portalThatRuns } from '#server/content/shared-services.ts';
import type { ServerContext } from '#server/context.ts';

/**
 * Returns the page that asks before leaving for another portal, if that portal runs the service at the place.
 * @returns its address; null for every other start
 */
export function startElsewhere({ content, neighbours }: ServerContext, url: string): string | null {
  const { pathname, searchParams } = new URL(url, 'http://portal.invalid');
  const leiKaId = searchParams.get('leiKaId');
  const area = searchParams.get('area');
  if (leiKaId === null || area === null || searchParams.has('id')) return null;
  const partner = portalThatRuns(content(), leiKaId, area);
  if (partner === null || !neighbours?.find(partner)) return null;
  return `${paths.handover[localeOfPath(pathname)]}?${new URLSearchParams({ leiKaId, area })}`;
}
