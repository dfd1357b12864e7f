import { type PointerEvent, type RefObject, useEffect, useState } from 'react';
import type { Layout } from './layout-types.ts';

/** Largest side in pixels. */
const SIZE = 160;

type View = { left: number; top: number; width: number; height: number; isAll: boolean };

/**
 * The whole drawing in small, with the part that is in view; a press moves there. The keyboard scrolls the drawing itself,
 * and a drawing that is all in view has none.
 */
export function Minimap({
  layout,
  area,
  scale,
}: {
  layout: Layout;
  area: RefObject<HTMLElement | null>;
  scale: number;
}) {
  const [view, setView] = useState<View | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout or scale shows another part
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const look = () => {
      const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = element;
      setView({
        left: scrollLeft / scale,
        top: scrollTop / scale,
        width: clientWidth / scale,
        height: clientHeight / scale,
        isAll: scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1,
      });
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [area, layout, scale]);
  if (view === null || view.isAll) return null;
  const small = SIZE / Math.max(layout.width, layout.height);
  const move = ({ currentTarget, clientX, clientY, buttons }: PointerEvent<SVGSVGElement>) => {
    const element = area.current;
    if (!element || buttons === 0) return;
    const { left, top } = currentTarget.getBoundingClientRect();
    element.scrollLeft = ((clientX - left) / small - view.width / 2) * scale;
    element.scrollTop = ((clientY - top) / small - view.height / 2) * scale;
  };
  return (
    <svg
      className="ws-minimap"
      aria-hidden="true"
      width={layout.width * small}
      height={layout.height * small}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      onPointerDown={move}
      onPointerMove={move}
    >
      {layout.boxes.map(({ id, x, y, width, height, isCompound, isFolded }) => (
        <rect
          key={id}
          className={isCompound && !isFolded ? 'ws-minimap-around' : 'ws-minimap-box'}
          {...{ x, y, width, height }}
        />
      ))}
      <rect className="ws-minimap-view" x={view.left} y={view.top} width={view.width} height={view.height} />
    </svg>
  );
}
