import type { AnyRouter } from '@tanstack/react-router';

/**
 * After a change of the page the focus goes to its heading, as with a page load; a screen reader goes on reading
 * there. Where the window stands is the router's: at the top, or on going back where it stood. An address that names a part of the page leads to that part, which
 * the router has brought into view.
 */
export function focusAfterNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    const part = document.getElementById(toLocation.hash);
    if (part) {
      if (part.tabIndex < 0) part.tabIndex = -1;
      part.focus({ preventScroll: true });
      return;
    }
    const heading = document.querySelector<HTMLElement>('h1') ?? document.getElementById('main');
    heading?.focus({ preventScroll: true });
  });
}
