import type { LoginOutcome } from '#machines/login/login.types.ts';
import { readLoginReturn } from './login-return.ts';

/**
 * The window without what the router has put over it: an entry that is made here is no navigation to it.
 */
export const own = ({ history, location, sessionStorage }: typeof globalThis.window): Window => ({
  history: {
    get length() {
      return history.length;
    },
    get state() {
      return history.state;
    },
    go: (distance) => history.go(distance),
    pushState: (...entry) => History.prototype.pushState.apply(history, entry),
    replaceState: (...entry) => History.prototype.replaceState.apply(history, entry),
  },
  location,
  sessionStorage,
});

/** What of the window the trip needs. */
export type Window = {
  history: Pick<History, 'length' | 'state' | 'go' | 'pushState' | 'replaceState'>;
  location: { readonly href: string };
  sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
};

/** Kept from leaving for the login until being back, in this window only; it says nothing of the person. */
const KEY = 'serviceportal.login';
/** Browsers keep no more entries: from there on the length does not count them any more. */
const MAX_ENTRIES = 50;

type Trip = { href: string; length: number } | { href: string; outcome: LoginOutcome };

/** Addresses as they compare: the outcome apart, the query written in one way. */
function plain(address: string): string {
  const url = new URL(readLoginReturn(address).address);
  return `${url.pathname}?${url.searchParams}`;
}

/** Leaves for the login: notes where in the history. */
export function setOut({ history, location, sessionStorage }: Window): void {
  try {
    // A second entry of this page: it cuts off what lies ahead, so that the length says where this one is.
    history.pushState(history.state, '', location.href);
    const trip: Trip = { href: plain(location.href), length: history.length };
    sessionStorage.setItem(KEY, JSON.stringify(trip));
  } catch {
    // Without storage the pages of the login stay in the history.
  }
}

export type Arrival = { outcome: LoginOutcome | null; address: string };

/**
 * Back from the login. Its pages lie in the history between the page that was left and this one, and none of them
 * can be used again: so the window goes back to the page that was left, which learns of the outcome there. The
 * next step takes the place of what lies ahead.
 * @returns null when the window is on its way to that page
 */
export function arrive(window: Window): Arrival | null {
  const { history, location, sessionStorage } = window;
  const trip = takeTrip(sessionStorage);
  const arrival = readLoginReturn(location.href);
  if (!trip || trip.href !== plain(location.href)) return arrival;
  if ('outcome' in trip) return { ...arrival, outcome: trip.outcome };
  const distance = history.length - trip.length + 1;
  const isCounted = history.length < MAX_ENTRIES && distance > 1;
  if (arrival.outcome === null || !isCounted) return arrival;
  const back: Trip = { href: trip.href, outcome: arrival.outcome };
  sessionStorage.setItem(KEY, JSON.stringify(back));
  // Whoever comes here by "forward" has not just logged in.
  history.replaceState(history.state, '', arrival.address);
  history.go(-distance);
  return null;
}

/** The page was left for the login and is shown again as it was: whether the outcome waits for it. */
export const outcomeIsKept = ({ sessionStorage }: Pick<Window, 'sessionStorage'>): boolean =>
  /"outcome"/.test(sessionStorage.getItem(KEY) ?? '');

function takeTrip(storage: Window['sessionStorage']): Trip | null {
  try {
    const kept = storage.getItem(KEY);
    if (kept === null) return null;
    storage.removeItem(KEY);
    return JSON.parse(kept) as Trip;
  } catch {
    return null;
  }
}
