import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';

/**
 * Calls back before each navigation to an address other than the last one. The last one may not have been shown: a
 * person who switches the language and back at once returns to the page on the screen, which to the router is no
 * change.
 * @param act receives the address, and whether it is the first one of this router
 */
export function onNavigation(router: AnyRouter, act: (to: ParsedLocation, isFirst: boolean) => void): void {
  let last = router.state.resolvedLocation?.href;
  router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    if (toLocation.href === last) return;
    const isFirst = last === undefined;
    last = toLocation.href;
    act(toLocation, isFirst);
  });
}
