import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import type { Screen } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the addresses of the reads that a page makes when it is opened, spelled exactly as the browser requests
 * them. The reads of a form engine are left out: they may open a form at its server, and most pages of an application
 * show none.
 * @param id the process named in the query of the page
 */
export function firstReadsOf(screen: Screen, locale: Locale, id: string | null): string[] {
  const user = calls.getUser.path;
  if (screen !== 'process' || id === null || !UUID.test(id)) return [user];
  const ofProcess = ({ path }: Pick<Call, 'path'>) => `${path.replace('{id}', id)}?lang=${locale}`;
  return [user, ofProcess(calls.getProcess)];
}
