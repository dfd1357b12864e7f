import { useEffect, useRef, useState } from 'react';

/** Shortest time between two announcements for screen readers. */
const PAUSE_MS = 3_000;

/** The latest of texts that change quickly, with a pause between two of them. */
export function useAnnouncement(text: string): string {
  const [said, say] = useState('');
  const latest = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  latest.current = text;
  useEffect(() => {
    if (text === said || timer.current !== null) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      say(latest.current);
    }, PAUSE_MS);
  }, [text, said]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return said;
}
