import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';
import { APPLY, RESULTS } from '#ui/screens/shared/paths.ts';

/**
 * Moves the focus to the heading after a change of page, or of the search, as with a page load; a screen reader
 * continues reading there. The choice of a place leaves the focus in the field, unless the choices it was made from are
 * gone. The router sets the scroll position: the top, or on going back the previous one. An address that names a part
 * of the page leads to that part, which the router has scrolled into view.
 */
export function focusAfterNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (!fromLocation) return;
    const isLost =
      fromLocation.searchStr !== toLocation.searchStr && document.activeElement === document.body;
    const isSame = !pathChanged && asked(fromLocation) === asked(toLocation);
    if (isSame && !isLost && !leadsToAnswer(fromLocation, toLocation)) return;
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

/** Whether a form leads to its answer, also once more to the same: a search to its results, a place to what it has. */
const leadsToAnswer = (from: ParsedLocation, to: ParsedLocation): boolean =>
  (to.hash === RESULTS || to.hash === APPLY) && from.state.__TSR_key !== to.state.__TSR_key;

/** The query of a search. */
function asked({ search }: ParsedLocation): string {
  const { q, kind, page } = search as Record<string, unknown>;
  return JSON.stringify([q, kind, page]);
}
