import type { LoginQuery } from '#machines/login/login.types.ts';
import { hrefOf, type RedirectQuery } from './paths.ts';

/** Key of the address that a click leaves for the window that it opens: the login that it chose. */
const KEY = 'serviceportal.login-chosen';

type LoginWindow = Pick<RedirectQuery, 'lang' | 'provider' | 'forceNew' | 'trustLevel'>;

/**
 * Opens a login in a window of its own; must be called within a click, or the browser blocks it. The new window begins
 * with a copy of this one's session storage, which nobody else can write: the copy proves that the login was chosen
 * here. Where it is not copied, the page asks before the login begins.
 * @returns false when the browser refused
 */
export function openLogin(login: LoginWindow): boolean {
  const address = hrefOf.redirect(login);
  try {
    sessionStorage.setItem(KEY, address);
  } catch {
    // Without storage the page asks.
  }
  const opened = window.open(address, '_blank');
  takeChosen();
  return opened !== null;
}

/** Returns whether a click on a page of this portal opened this window for the login at this address; true once. */
export const wasChosenAt = (address: string): boolean => takeChosen() === address;

function takeChosen(): string | null {
  try {
    const chosen = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return chosen;
  } catch {
    return null;
  }
}

/** The login of a window of its own, which comes back to the page that tells the waiting window. */
export const queryOf = ({ lang, provider = '', forceNew = false, trustLevel }: LoginWindow): LoginQuery => ({
  providerId: provider,
  redirect: `${hrefOf.redirect({ lang, trustLevel })}&done=login`,
  forceNew,
  ...(trustLevel && { trustLevel }),
});
