import { type RefObject, useEffect, useState } from 'react';

/** Smallest scale, in pixels for each unit of a layout. */
const LEAST = 0.2;
const MOST = 3;
/** Smallest readable scale: a wider drawing is scrolled instead. */
const READABLE = 0.85;
const STEP = 1.25;

const within = (scale: number) => Math.min(MOST, Math.max(LEAST, scale));

/** The scale of a drawing in a part of the page that scrolls: by buttons, keys, wheel with ctrl, and two fingers. */
export function useZoom(area: RefObject<HTMLElement | null>, width: number, height: number) {
  const [chosen, choose] = useState<number | null>(null);
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [area]);
  const whole = width === 0 || room === 0 ? 1 : Math.min(1, room / width);
  const scale = chosen ?? Math.max(READABLE, whole);
  const zoom = (factor: number) => choose(within(scale * factor));

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    // The listener also serves two fingers on a touchpad. React's own listeners could not prevent the zoom of the page.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      choose((now) => within((now ?? scale) * Math.exp(-event.deltaY / 300)));
    };
    let apart: number | null = null;
    const distance = ({ touches: [one, other] }: TouchEvent) =>
      one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : null;
    const onTouch = (event: TouchEvent) => {
      const now = distance(event);
      if (now !== null && apart !== null) {
        event.preventDefault();
        const factor = now / apart;
        choose((before) => within((before ?? scale) * factor));
      }
      apart = now;
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('touchstart', onTouch, { passive: false });
    element.addEventListener('touchmove', onTouch, { passive: false });
    element.addEventListener('touchend', onTouch);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('touchstart', onTouch);
      element.removeEventListener('touchmove', onTouch);
      element.removeEventListener('touchend', onTouch);
    };
  }, [area, scale]);

  return {
    scale,
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    fitAll: () => {
      const element = area.current;
      if (!element || width === 0 || height === 0) return;
      const { maxHeight } = getComputedStyle(element);
      // Borders and scroll bars are not for the drawing.
      const most =
        (Number.parseFloat(maxHeight) || element.offsetHeight) -
        (element.offsetHeight - element.clientHeight);
      choose(Math.min(1, element.clientWidth / width, most / height));
    },
    fit: () => choose(room === 0 || width === 0 ? null : within(Math.min(1, room / width))),
  };
}
