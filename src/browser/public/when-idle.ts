const LATEST_MS = 2_000;
const signs = ['pointerdown', 'keydown', 'focusin'] as const;

/** Does something once the browser has nothing else to do, or at the first sign that somebody begins. */
export function whenIdle(act: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    for (const sign of signs) document.removeEventListener(sign, once, true);
    act();
  };
  for (const sign of signs) document.addEventListener(sign, once, { capture: true, passive: true });
  if ('requestIdleCallback' in window) requestIdleCallback(once, { timeout: LATEST_MS });
  else setTimeout(once, LATEST_MS / 4);
}
