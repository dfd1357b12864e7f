import { expect, it } from 'vitest';
import { arriveFromLogout, setOutForLogout } from './logout-trip.ts';

/** A window at an address, with its stored data. */
function windowAt(href: string) {
  const stored = new Map<string, string>();
  const location = { href };
  return {
    location,
    history: {
      state: null,
      replaceState: (_state: unknown, _unused: string, url?: string | URL | null) => {
        location.href = String(url);
      },
    },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
  };
}
const PAGE = 'https://portal.example/redirect?lang=de';

it.each([
  ['left=confirmed', 'confirmed'],
  ['left=open', 'open'],
  ['left=whatever', 'open'],
  ['', 'open'],
])('a window that has left is told once what its address says: %s', (query, result) => {
  const window = windowAt(`${PAGE}&${query}`);
  setOutForLogout(window, 'nkb');
  expect(arriveFromLogout(window)).toEqual({ providerId: 'nkb', result });
  expect(new URL(window.location.href).searchParams.has('left')).toBe(false);
  expect(arriveFromLogout(window)).toBeNull();
});

it('a window that has not left believes no address, nor what is no account', () => {
  const window = windowAt(`${PAGE}&left=confirmed`);
  expect(arriveFromLogout(window)).toBeNull();
  expect(window.location.href).toBe(PAGE);
  window.sessionStorage.setItem('serviceportal.logout', 'somebody');
  expect(arriveFromLogout(window)).toBeNull();
});

it('without storage nothing is told, and the logout goes on', () => {
  const window = windowAt(`${PAGE}&left=confirmed`);
  const refuse = () => {
    throw new Error('no storage');
  };
  const closed = { ...window, sessionStorage: { getItem: refuse, setItem: refuse, removeItem: refuse } };
  expect(() => setOutForLogout(closed, 'nkb')).not.toThrow();
  expect(arriveFromLogout(closed)).toBeNull();
});
