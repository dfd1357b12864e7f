import { type RefObject, useEffect, useRef } from 'react';
import type { Layout } from './layout-types.ts';

/** Selects the innermost boxes of active states: those around them are as large as the drawing. */
const INNERMOST = '.dg-box--active:is(:not(.dg-box--compound), .dg-box--folded):not(.dg-box--gathered)';

/**
 * Brings the active state into view when it changes, and when the drawing is laid out anew; of several states that are
 * active at once, the one that has just become so.
 */
export function useFollow(
  area: RefObject<HTMLElement | null>,
  layout: Layout | null,
  active: ReadonlySet<string> | undefined,
): void {
  const before = useRef<ReadonlySet<string>>(new Set());
  const key = [...(active ?? [])].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the states
  useEffect(() => {
    const element = area.current;
    if (!element || layout === null || active === undefined) return;
    const boxes = [...element.querySelectorAll<SVGElement>(INNERMOST)];
    const isNew = ({ dataset }: SVGElement) =>
      dataset.part !== undefined && !before.current.has(dataset.part);
    const box = boxes.find(isNew) ?? boxes[0];
    before.current = active;
    if (box) bringIntoView(element, box);
  }, [area, layout, key]);
}

/** Scrolls the area alone, never the page, and only if the box is not all in view. */
export function bringIntoView(area: HTMLElement, box: Element): void {
  const outer = area.getBoundingClientRect();
  const inner = box.getBoundingClientRect();
  const isInside =
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom;
  if (isInside) return;
  area.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
  area.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
}
