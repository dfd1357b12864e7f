import type { Locale } from '#domain/locale.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import { outcomeIsKept } from './login-trip.ts';

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

/** Watches for the page to be shown again in the state in which it was left for the login. */
export function watchWayBack(portal: Portal): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    if (outcomeIsKept(window)) location.reload();
    else backFromProvider(portal);
  });
}

/** Shows the page as it was left, after the browser's back button has led back from the provider. */
function backFromProvider(portal: Portal): void {
  const { login, accountLogout } = portal.getSnapshot().children;
  login?.send({ type: 'login.abandoned' });
  accountLogout?.send({ type: 'exit.abandoned' });
}
