import { fromCallback } from 'xstate';

const TICK_MS = 1_000;
/** Gap between two ticks above which the device slept (spec sections 4 and 9, Session). */
const SLEEP_MS = 2_000;

type Silent = { type: 'never' };

/** Reports sleep and hidden tabs: timers stop then, the clock does not. */
export const watchClock = fromCallback<Silent, undefined>(({ sendBack }) => {
  let last = Date.now();
  const tick = () => {
    // Browsers slow down the timers of hidden tabs: the elapsed time counts when the tab is visible again.
    if (document.visibilityState === 'hidden') return;
    const now = Date.now();
    // The clock may also have been set back: moments that were computed by it are wrong then.
    if (Math.abs(now - last) > SLEEP_MS) sendBack({ type: 'clock.woke' });
    last = now;
  };
  const timer = setInterval(tick, TICK_MS);
  document.addEventListener('visibilitychange', tick);
  // The event is that of a tab that the browser had put to sleep.
  document.addEventListener('resume', tick);
  // The page is back from the history with everything that was on the screen then.
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && sendBack({ type: 'clock.woke' });
  window.addEventListener('pageshow', onShow);
  return () => {
    clearInterval(timer);
    window.removeEventListener('pageshow', onShow);
    document.removeEventListener('visibilitychange', tick);
    document.removeEventListener('resume', tick);
  };
});

/** Reports whether the browser has a network at all. */
export const watchNetwork = fromCallback<Silent, undefined>(({ sendBack }) => {
  const report = () => sendBack({ type: navigator.onLine ? 'network.restored' : 'network.lost' });
  window.addEventListener('online', report);
  window.addEventListener('offline', report);
  if (!navigator.onLine) report();
  return () => {
    window.removeEventListener('online', report);
    window.removeEventListener('offline', report);
  };
});
