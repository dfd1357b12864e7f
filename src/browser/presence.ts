/**
 * Signs of a person in a window. Scrolling and moving the pointer are not among them: they are no use of the portal.
 */
const SIGNS = ['pointerdown', 'keydown', 'click', 'input', 'change', 'drop'] as const;
/**
 * Time after a sign in which calls are the person's. The session is extended at most once in this time anyway (spec
 * section 9).
 */
const RECENT_MS = 60_000;

export type Presence = {
  /** Whether somebody has done something here a moment ago. A window makes later calls by itself. */
  isAttended: () => boolean;
  /** Notes a sign that this page cannot see: in a frame. */
  noteSign: () => void;
};

/**
 * Watches whether somebody is at this window. A call is the person's only if it follows from one of their actions, so
 * that none that a timer, another window or the network triggers needs to be known as such (decision 54).
 */
export function watchPresence(): Presence {
  // A person opens a page, or comes back to it from the history: both are signs.
  let lastSign = Date.now();
  const noteSign = () => {
    lastSign = Date.now();
  };
  // The listener runs before anything on the page reacts, and also where that stops the event.
  for (const sign of SIGNS) addEventListener(sign, noteSign, { capture: true, passive: true });
  addEventListener('pageshow', ({ persisted }) => persisted && noteSign());
  return { isAttended: () => Date.now() - lastSign < RECENT_MS, noteSign };
}
