import type { AnyRouter } from '@tanstack/react-router';
import { selectNavigatesFully } from '#machines/build/build.selectors.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';

/**
 * Leads to addresses of this portal: without a load, unless there is a newer build, whose scripts the page has
 * not. Then the next page is loaded as a whole.
 * @param loadWhole how it is loaded; at once when left out
 */
export const goer =
  (router: AnyRouter, portal: Portal, loadWhole: (href: string) => void = (href) => location.assign(href)) =>
  (href: string): void => {
    const { build } = portal.getSnapshot().children;
    if (build && selectNavigatesFully(build.getSnapshot())) loadWhole(href);
    else router.history.push(href);
  };
