import { localeOfPath, paths, screenOfPath } from '#contract/pages.ts';
import type { ServerContext } from '#server/context.ts';
import { findByCode } from '#server/handovers/find.ts';

/**
 * The start of the application that a hand-over leads to, for the page that a login on its way comes back to: so that the
 * login asks only for what that form needs. Any other page stays as it is.
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
