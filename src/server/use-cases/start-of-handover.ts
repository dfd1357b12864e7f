import { localeOfPath, paths, screenOfPath } from '#contract/pages.ts';
import type { ServerContext } from '#server/context.ts';
import { findByCode } from '#server/handovers/find.ts';

/**
 * Returns the start page of the application that a hand-over leads to, when a login returns to the page of that
 * hand-over. So the login asks only for data that this form needs. Any other page stays unchanged.
 */
export async function startOf({ storage }: ServerContext, page: string): Promise<string> {
  const { pathname, searchParams } = new URL(page, 'http://portal.invalid');
  const code = searchParams.get('handover');
  if (screenOfPath(pathname) !== 'handover' || code === null) return page;
  const row = await findByCode(storage.db, code);
  if (!row) return page;
  const { leiKaId, areaKey: area } = row;
  return `${paths.process[localeOfPath(pathname)]}?${new URLSearchParams({ leiKaId, area })}`;
}
