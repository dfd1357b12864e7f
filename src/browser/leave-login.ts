import type { Locale } from '#domain/locale.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';

/**
 * Ends the messages about a login on a page: they belong to that page, in both its languages, and not to the next one.
 * They are the outcome of the login that led back to it, and a login that is being prepared there. The message about a
 * logout ends as well.
 */
export function leaveLogin(portal: Portal, nextLocale: Locale): void {
  const { children, context } = portal.getSnapshot();
  if (nextLocale !== context.locale) return;
  children.login?.send({ type: 'page.left' });
  children.accountLogout?.send({ type: 'page.left' });
}

/** Shows the page as it was left, after the browser's back button has led back from the provider. */
export function backFromProvider(portal: Portal): void {
  const { login, accountLogout } = portal.getSnapshot().children;
  login?.send({ type: 'login.abandoned' });
  accountLogout?.send({ type: 'exit.abandoned' });
}
