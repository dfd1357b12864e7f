const LATEST_MS = 2_000;
const signs = ['pointerdown', 'keydown', 'focusin'] as const;

/** Acts once the browser is idle, or at the first sign that somebody begins to use the page. */
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
