import { useEffect, useState } from 'react';

/**
 * Time until a page has settled: long enough for the first page to be usable on a slow phone, short enough for the rest
 * to arrive before it is needed.
 */
const SETTLED_MS = 1_000;

/** False at first, true once the page has been there for a moment: later loads do not compete with it. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}
