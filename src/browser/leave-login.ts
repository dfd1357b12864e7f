import type { Locale } from '#domain/locale.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';

/**
 * What a page shows about a login belongs to that page, in both its languages, and not to the next one: the outcome of
 * the login that led back to it, and one that is being prepared there. So does what it tells of a logout.
 */
export function leaveLogin(portal: Portal, nextLocale: Locale): void {
  const { children, context } = portal.getSnapshot();
  if (nextLocale !== context.locale) return;
  children.login?.send({ type: 'page.left' });
  children.accountLogout?.send({ type: 'page.left' });
}

/** Gone to the provider and back by the browser's back button: the page is shown as it was left. */
export function backFromProvider(portal: Portal): void {
  const { login, accountLogout } = portal.getSnapshot().children;
  login?.send({ type: 'login.abandoned' });
  accountLogout?.send({ type: 'exit.abandoned' });
}
