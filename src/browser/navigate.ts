import type { AnyRouter } from '@tanstack/react-router';
import { selectNavigatesFully } from '#machines/build/build.selectors.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';

/**
 * Navigates within the portal: in the client, unless there is a newer build. Then the next page is loaded in full,
 * because the scripts of this one may be gone.
 * @param loadWhole loads a page in full; the default does so at once
 */
export const createNavigate =
  (router: AnyRouter, portal: Portal, loadWhole: (href: string) => void = (href) => location.assign(href)) =>
  (href: string): void => {
    const { build } = portal.getSnapshot().children;
    if (build && selectNavigatesFully(build.getSnapshot())) loadWhole(href);
    else router.history.push(href);
  };
