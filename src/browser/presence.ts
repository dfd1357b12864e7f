/** What a person does in a window. Scrolling and moving the pointer are not among it: that is no use of the portal. */
const SIGNS = ['pointerdown', 'keydown', 'click', 'input', 'change', 'drop'] as const;
/**
 * Calls that follow within this time are the person's. The session is extended at most once in this time anyway (spec
 * section 9).
 */
const RECENT_MS = 60_000;

export type Presence = {
  /** Whether somebody has done something here a moment ago. What a window does later, it does by itself. */
  isAttended: () => boolean;
  /** Somebody did something that this page cannot see: in a frame. */
  noteSign: () => void;
};

/**
 * Watches whether somebody is at this window. A call is the person's only if it follows from something they did, so
 * that none that a timer, another window or the network triggers needs to be known as such (decision 54).
 */
export function watchPresence(): Presence {
  // Opening a page is something that a person does, and so is coming back to it from the history.
  let lastSign = Date.now();
  const noteSign = () => {
    lastSign = Date.now();
  };
  // Before anything on the page reacts, and also where that stops the event.
  for (const sign of SIGNS) addEventListener(sign, noteSign, { capture: true, passive: true });
  addEventListener('pageshow', ({ persisted }) => persisted && noteSign());
  return { isAttended: () => Date.now() - lastSign < RECENT_MS, noteSign };
}
