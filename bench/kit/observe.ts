export type Observed = {
  /** Sum of the layout shifts that no input caused. */
  shift: number;
  /** ms from each key press to the paint after it, and what of it the page worked; only those of 16 ms or more. */
  keys: { paint: number; work: number }[];
};

declare global {
  interface Window {
    /** Absent until the page has begun. */
    benchObserved?: Observed & { usableMs: number | null };
  }
}

/** Runs in the page before anything else of it. */
export function observe(): void {
  const observed: Observed & { usableMs: number | null } = { usableMs: null, shift: 0, keys: [] };
  window.benchObserved = observed;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput) observed.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const event of list.getEntries() as PerformanceEventTiming[]) {
      if (event.name !== 'keydown') continue;
      observed.keys.push({ paint: event.duration, work: event.processingEnd - event.processingStart });
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
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
}
