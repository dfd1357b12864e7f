/** Time until a page asks by itself for the first time; each further time comes after twice as long, up to twenty seconds. */
const FIRST_MS = 3_000;
const LONGEST_MS = 20_000;
/** Most times, about eight minutes, without the person leaving the page and coming back to it. */
export const MOST_REFRESHES = 26;
/** Time out of view after which a page asks at once. */
const LONG_AWAY_MS = 3_000;

/** Where a page that asks by itself stands. */
export type Refreshing = {
  /** Times it has asked since the person came, or came back. */
  refreshes: number;
  /** The page is out of view. */
  away: boolean;
};

/** Reports of the browser about the page's view; `awayMs` is the time out of view. */
export type TabEvent = { type: 'tab.left' } | { type: 'tab.returned'; awayMs: number };

/** Returns the pause in ms until the page asks again. */
export const untilRefresh = ({ refreshes }: Pick<Refreshing, 'refreshes'>): number =>
  Math.min(FIRST_MS * 2 ** refreshes, LONGEST_MS);

/** The page is in view, and has not asked too often. */
export const mayRefresh = ({ refreshes, away }: Refreshing): boolean => !away && refreshes < MOST_REFRESHES;

/** The person was away for so long that the page asks at once. */
export const wasAwayLong = ({ awayMs }: { awayMs: number }): boolean => awayMs >= LONG_AWAY_MS;
