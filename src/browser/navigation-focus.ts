import type { AnyRouter } from '@tanstack/react-router';

/**
 * After a change of the page the focus goes to its heading and the window to its top, as a page load would
 * do; a screen reader goes on reading there.
 */
export function focusAfterNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    window.scrollTo(0, 0);
    const heading = document.querySelector<HTMLElement>('h1') ?? document.getElementById('main');
    heading?.focus({ preventScroll: true });
  });
}
