import { type LoginProviderId, loginProviderIds } from '#domain/login.ts';
import { logoutResults } from '#domain/logout.ts';
import type { LogoutReturn } from '#machines/accountLogout/accountLogout.types.ts';

/** Parts of the window that the trip needs. */
type Window = {
  history: Pick<History, 'state' | 'replaceState'>;
  location: { readonly href: string };
  sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
};

/** Key of the account that this window has left for; stored until the next page of the portal. */
const KEY = 'serviceportal.logout';

/** Leaves for the account to log out there. */
export function setOutForLogout(
  { sessionStorage }: Pick<Window, 'sessionStorage'>,
  providerId: LoginProviderId,
): void {
  try {
    sessionStorage.setItem(KEY, providerId);
  } catch {
    // Without storage, the page says nothing after the return, and nothing untrue.
  }
}

/**
 * Returns the account's answer after the return from there, or from anywhere else, by the address that our server has
 * made. Without an answer the account may still be open. Anybody can make such an address, so it counts only in a
 * window that has left.
 */
export function arriveFromLogout({ history, location, sessionStorage }: Window): LogoutReturn | null {
  const url = new URL(location.href);
  const told = url.searchParams.get('left');
  if (told !== null) {
    url.searchParams.delete('left');
    history.replaceState(history.state, '', url);
  }
  const providerId = takeAccount(sessionStorage);
  return providerId && { providerId, result: logoutResults.find((result) => result === told) ?? 'open' };
}

function takeAccount(storage: Window['sessionStorage']): LoginProviderId | null {
  try {
    const kept = storage.getItem(KEY);
    storage.removeItem(KEY);
    return loginProviderIds.find((id) => id === kept) ?? null;
  } catch {
    return null;
  }
}
