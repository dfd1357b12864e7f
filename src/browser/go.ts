import type { AnyRouter } from '@tanstack/react-router';
import { selectNavigatesFully } from '#machines/build/build.selectors.ts';
import type { Portal } from './wiring/portal.ts';

/** A form that cannot be saved says so itself; whoever leaves all the same is not kept. */
const PATIENCE_MS = 3_000;

/**
 * Leads to addresses of this portal: without a load, unless there is a newer build, whose scripts the page has
 * not. Then the next page is loaded as a whole.
 * @param secureInput ends once nothing that was typed would be lost by that; it is not waited for long
 */
export const goer =
  (
    router: AnyRouter,
    portal: Portal,
    secureInput: (signal: AbortSignal) => Promise<void> = () => Promise.resolve(),
  ) =>
  (href: string): void => {
    const { build } = portal.getSnapshot().children;
    if (!build || !selectNavigatesFully(build.getSnapshot())) {
      router.history.push(href);
      return;
    }
    const load = () => location.assign(href);
    secureInput(AbortSignal.timeout(PATIENCE_MS)).then(load, load);
  };
