import type { LoginRefusal } from '#domain/login.ts';
import type { LoginOutcome, LoginQuery } from '#machines/login/login.types.ts';
import { readLoginReturn } from './login-return.ts';

/** The window without the router's patches: an entry created here is no navigation to the router. */
export const own = ({ history, location, sessionStorage }: typeof globalThis.window): Window => ({
  history: {
    get length() {
      return history.length;
    },
    get state() {
      return history.state;
    },
    go: (distance) => history.go(distance),
    back: () =>
      new Promise((resolve) => {
        const arrived = (event: Event) => {
          event.stopImmediatePropagation();
          resolve();
        };
        addEventListener('popstate', arrived, { capture: true, once: true });
        history.back();
      }),
    pushState: (...entry) => History.prototype.pushState.apply(history, entry),
    replaceState: (...entry) => History.prototype.replaceState.apply(history, entry),
  },
  location,
  sessionStorage,
});

/** Parts of the window that the trip needs. */
export type Window = {
  history: Pick<History, 'length' | 'state' | 'go' | 'pushState' | 'replaceState'> & {
    /** Resolves on arrival. */
    back(): Promise<void>;
  };
  location: { readonly href: string };
  sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
};

/**
 * Key of the data stored from leaving for the login until the return, in this window only; of the person at most the
 * opaque id.
 */
const KEY = 'serviceportal.login';
/** Most entries that browsers keep: from there on the length no longer counts them. */
const MAX_ENTRIES = 50;

type Trip = { href: string; query: LoginQuery } & (
  | { length: number }
  | { outcome: LoginOutcome; refusal?: LoginRefusal | null }
);

/** Addresses in comparable form: without the outcome, the query written in one way. */
function plain(address: string): string {
  const url = new URL(readLoginReturn(address).address);
  return `${url.pathname}?${url.searchParams}`;
}

/** The mark of a second entry. */
const MARK = 'leftForLogin';
const isSecond = ({ state }: Window['history']): boolean =>
  (state as Record<string, unknown> | null)?.[MARK] === true;

/** Leaves for the login and records the position in the history. */
export function setOut({ history, location, sessionStorage }: Window, query: LoginQuery): void {
  try {
    // The second entry of this page cuts off the entries ahead, so that the length gives the position of this one.
    history.pushState({ ...history.state, [MARK]: true }, '', location.href);
    const trip: Trip = { href: plain(location.href), query, length: history.length };
    sessionStorage.setItem(KEY, JSON.stringify(trip));
  } catch {
    // Without storage the pages of the login stay in the history.
  }
}

/** Leaves the second entry when the login does not take place: "back" would first do nothing there. */
export async function turnBack({ history, location }: Omit<Window, 'sessionStorage'>): Promise<void> {
  if (!isSecond(history)) return;
  const { [MARK]: _, ...state } = history.state as Record<string, unknown>;
  history.replaceState(state, '', location.href);
  await history.back();
}

export type Arrival = {
  outcome: LoginOutcome | null;
  /** Reason why a login that took place does not count. */
  refusal: LoginRefusal | null;
  address: string;
  /** Query of the login, to try it again; null when this window does not know. */
  query: LoginQuery | null;
};

/**
 * Ends the trip after the return from the login. The login's pages are in the history between the page that was left
 * and this one, and none of them can be used again: so the window goes back to the page that was left, which receives
 * the outcome there. The next step replaces the entries ahead.
 * @returns null when the window is on its way to that page
 */
export function arrive(window: Window): Arrival | null {
  const { history, location, sessionStorage } = window;
  const trip = takeTrip(sessionStorage);
  const arrival = { ...readLoginReturn(location.href), query: trip?.query ?? null };
  if (!trip || trip.href !== plain(location.href)) return arrival;
  if ('outcome' in trip) return { ...arrival, outcome: trip.outcome, refusal: trip.refusal ?? null };
  const distance = history.length - trip.length + 1;
  const isCounted = history.length < MAX_ENTRIES && distance > 1;
  const { outcome, refusal } = arrival;
  if (outcome === null) void turnBack(window);
  if (outcome === null || !isCounted) return arrival;
  const back: Trip = { href: trip.href, query: trip.query, outcome, refusal };
  sessionStorage.setItem(KEY, JSON.stringify(back));
  // A return to this page by "forward" is not a new login.
  history.replaceState(history.state, '', arrival.address);
  history.go(-distance);
  return null;
}

/** Whether the outcome waits for the page that was left for the login and is shown again as it was. */
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
