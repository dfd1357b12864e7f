export type Observed = {
  /** Sum of the layout shifts that no input caused. */
  shift: number;
  /** ms from each key press, as the browser stamps it, to the end of the frame that shows it. */
  keys: number[];
};

/** ms since the page was asked for; null before that. */
export type Moments = {
  /** The first field can be typed into. */
  usableMs: number | null;
  /** The page's script has taken it up: whatever is done on it has its effect. */
  takenUpMs: number | null;
};

declare global {
  interface Window {
    /** Absent until the page has begun. */
    benchObserved?: Observed & Moments;
  }
}

/** Runs in the page before anything else of it. */
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
    // Painted, and the work of this frame done: the next frame has begun.
    if (field?.checkVisibility()) {
      requestAnimationFrame(() => {
        observed.usableMs = performance.now();
      });
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const lookForLife = () => {
    // The button to go on is there from the first look, and can be pressed when the script is there.
    if (document.querySelector('main button[type="submit"]:enabled')) observed.takenUpMs = performance.now();
    else requestAnimationFrame(lookForLife);
  };
  requestAnimationFrame(lookForLife);
}
