import { type RefObject, useEffect } from 'react';

/** Distance in pixels from which a press is a movement, and no click. */
const FROM = 4;

/** Lets a mouse move a drawing by pulling it; fingers do so by themselves. */
export function useDrag(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let pulled: { x: number; y: number; left: number; top: number; isMoved: boolean } | null = null;
    const onDown = ({ button, pointerType, clientX, clientY, offsetX, offsetY, target }: PointerEvent) => {
      // Its scroll bars are its own.
      const isOnBar = target === element && (offsetX > element.clientWidth || offsetY > element.clientHeight);
      if (button !== 0 || pointerType === 'touch' || isOnBar) return;
      pulled = { x: clientX, y: clientY, left: element.scrollLeft, top: element.scrollTop, isMoved: false };
    };
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      if (!pulled) return;
      const [dx, dy] = [clientX - pulled.x, clientY - pulled.y];
      if (!pulled.isMoved && Math.hypot(dx, dy) < FROM) return;
      pulled.isMoved = true;
      element.dataset.pulled = '';
      element.scrollLeft = pulled.left - dx;
      element.scrollTop = pulled.top - dy;
    };
    const onUp = () => {
      // The click that follows belongs to the movement.
      if (pulled?.isMoved) setTimeout(() => delete element.dataset.pulled);
      pulled = null;
    };
    const onClick = (event: MouseEvent) => {
      if (element.dataset.pulled === undefined) return;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('click', onClick, { capture: true });
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    return () => {
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('click', onClick, { capture: true });
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
    };
  }, [area]);
}
