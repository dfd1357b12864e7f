import { type RefObject, useEffect, useState } from 'react';
import { useReading } from '../reading-context.ts';

/** Shows a part of the page on the whole screen, and back; absent where a browser cannot. */
export function FullScreenButton({ of }: { of: RefObject<HTMLElement | null> }) {
  const { t } = useReading();
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const look = () => setIsFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  if (!document.fullscreenEnabled) return null;
  return (
    <button
      type="button"
      onClick={() => void (isFull ? document.exitFullscreen() : of.current?.requestFullscreen())}
    >
      {t(isFull ? 'diagram.smallScreen' : 'diagram.fullScreen')}
    </button>
  );
}
