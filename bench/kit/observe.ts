export type Observed = {
  /** Sum of the layout shifts that no input caused. */
  shift: number;
  /** ms from the browser's timestamp of each key press to the end of the frame that shows the key. */
  keys: number[];
};

/** ms since the page was requested; null before that. */
export type Moments = {
  /** The first field accepts input. */
  usableMs: number | null;
  /** The page's script has hydrated it: every interaction has its effect. */
  takenUpMs: number | null;
};

declare global {
  interface Window {
    /** Absent until the page has started. */
    benchObserved?: Observed & Moments;
  }
}

/** Records layout shifts and times; runs in the page before all other scripts. */
export function observe(): void {
  const observed: Observed & Moments = { usableMs: null, takenUpMs: null, shift: 0, keys: [] };
  window.benchObserved = observed;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput) observed.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  // Event Timing would wait for the screen, which without a graphics card shows nothing until something moves.
  const frame = new MessageChannel();
  let pressed: number[] = [];
  frame.port1.onmessage = () => {
    observed.keys.push(...pressed.map((time) => performance.now() - time));
    pressed = [];
  };
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressed.push(timeStamp);
      requestAnimationFrame(() => frame.port2.postMessage(null));
    },
    { capture: true },
  );
  const look = () => {
    const field = document.querySelector<HTMLInputElement>(
      'main :is(input, select, textarea):not([type="hidden"]):enabled',
    );
    // The field is painted and the work of this frame is done once the next frame begins.
    if (field?.checkVisibility()) {
      requestAnimationFrame(() => {
        observed.usableMs = performance.now();
      });
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const lookForLife = () => {
    // The button to continue is there from the first paint, and works once the script has loaded.
    if (document.querySelector('main button[type="submit"]:enabled')) observed.takenUpMs = performance.now();
    else requestAnimationFrame(lookForLife);
  };
  requestAnimationFrame(lookForLife);
}
