import type { LoginRefusal } from '#domain/login.ts';
import type { LoginOutcome, LoginQuery } from '#machines/login/login.types.ts';
import { readLoginReturn } from './login-return.ts';

/** The window without the router's patches: an entry created here is no navigation to the router. */
export const own = ({ history, location, sessionStorage, document }: typeof globalThis.window): Window => ({
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
  document,
});

/** Parts of the window that the trip needs. */
export type Window = {
  history: Pick<History, 'length' | 'state' | 'go' | 'pushState' | 'replaceState'> & {
    /** Resolves on arrival. */
    back(): Promise<void>;
  };
  location: { readonly href: string };
  sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  document: { cookie: string };
};

/**
 * Key of the data stored from leaving for the login until the return, in this window only; of the person at most the
 * opaque id.
 */
const KEY = 'serviceportal.login';
/** Most entries that browsers keep: from there on the length no longer counts them. */
const MAX_ENTRIES = 50;

/** `id` keeps two trips apart, and protects nothing: whoever could use it can read the whole page. */
type Trip = { href: string; query: LoginQuery; length: number; id: number };

/**
 * The outcome on its way from the page that the login led to, to the page that was left. It travels in a cookie: that
 * page may run in another process of the browser, which has kept its own, older copy of the session storage, and
 * often does where the browser keeps pages for "back". The id of the trip is in both copies.
 */
const cookieOf = ({ id }: Trip): string => `login-${id}`;
const OUTCOME_SECONDS = 60;

function writeOutcome({ document, location }: Window, trip: Trip, told: string, seconds: number): void {
  const isSecure = location.href.startsWith('https:');
  document.cookie = `${cookieOf(trip)}=${told};path=/;max-age=${seconds};samesite=strict${isSecure ? ';secure' : ''}`;
}

/** The query that tells the outcome waiting for this trip; null when there is none. */
function readOutcome({ document }: Pick<Window, 'document'>, trip: Trip): string | null {
  const [, told = null] = document.cookie.split(`${cookieOf(trip)}=`);
  return told && told.split(';')[0]!;
}

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
export function setOut(
  { history, location, sessionStorage }: Omit<Window, 'document'>,
  query: LoginQuery,
): void {
  try {
    // The second entry of this page cuts off the entries ahead, so that the length gives the position of this one.
    history.pushState({ ...history.state, [MARK]: true }, '', location.href);
    const trip: Trip = { href: plain(location.href), query, length: history.length, id: Math.random() };
    sessionStorage.setItem(KEY, JSON.stringify(trip));
  } catch {
    // Without storage the pages of the login stay in the history.
  }
}

/** Leaves the second entry when the login does not take place: "back" would first do nothing there. */
export async function turnBack({ history, location }: Pick<Window, 'history' | 'location'>): Promise<void> {
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
  const trip = readTrip(sessionStorage);
  const arrival = { ...readLoginReturn(location.href), query: trip?.query ?? null };
  const isBack = trip !== null && trip.href === plain(location.href);
  const told = trip && readOutcome(window, trip);
  const distance = trip === null ? 0 : history.length - trip.length + 1;
  if (isBack && arrival.outcome !== null && history.length < MAX_ENTRIES && distance > 1) {
    const { outcome, refusal } = arrival;
    writeOutcome(window, trip, `login=${outcome}&refusal=${refusal}`, OUTCOME_SECONDS);
    // A return to this page by "forward" is not a new login.
    history.replaceState(history.state, '', arrival.address);
    history.go(-distance);
    return null;
  }
  if (trip) {
    sessionStorage.removeItem(KEY);
    writeOutcome(window, trip, '', 0);
  }
  if (!isBack || arrival.outcome !== null) return arrival;
  if (told === null) {
    void turnBack(window);
    return arrival;
  }
  const { outcome, refusal } = readLoginReturn(`http://p/?${told}`);
  return { ...arrival, outcome, refusal };
}

/** Whether the outcome waits for the page that was left for the login and is shown again as it was. */
export function outcomeIsKept(window: Pick<Window, 'sessionStorage' | 'document'>): boolean {
  const trip = readTrip(window.sessionStorage);
  return trip !== null && readOutcome(window, trip) !== null;
}

function readTrip(storage: Window['sessionStorage']): Trip | null {
  try {
    return JSON.parse(storage.getItem(KEY) ?? 'null') as Trip | null;
  } catch {
    return null;
  }
}
