import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to an element once it has a message, and again whenever that changes.
 * @param told the message; null or false for none
 * @param onlyIfLost the focus is moved only where it would be lost, because the element that had it is gone
 */
export function useFocus<E extends HTMLElement>(told: unknown, onlyIfLost = false): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (!told || (onlyIfLost && document.activeElement !== document.body)) return;
    element.current?.focus();
  }, [told, onlyIfLost]);
  return element;
}
