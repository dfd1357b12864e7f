import { fromCallback } from 'xstate';

/** Reports that the page goes out of view, and that it is in view again with how long it was not. */
export const watchTab = fromCallback<{ type: 'never' }, undefined>(({ sendBack }) => {
  let since: number | null = null;
  const report = () => {
    if (document.visibilityState === 'hidden') {
      since ??= Date.now();
      sendBack({ type: 'tab.left' });
    } else if (since !== null) {
      sendBack({ type: 'tab.returned', awayMs: Date.now() - since });
      since = null;
    }
  };
  report();
  document.addEventListener('visibilitychange', report);
  return () => document.removeEventListener('visibilitychange', report);
});
