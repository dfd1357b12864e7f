import type { Locale } from '#domain/locale.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';

/**
 * The outcome of a login is shown on the page that it leads back to, in both its languages, and not on the next one.
 */
export function forgetLoginOutcome(portal: Portal, nextLocale: Locale): void {
  const { children, context } = portal.getSnapshot();
  if (nextLocale === context.locale) children.login?.send({ type: 'outcome.read' });
}
