import type { AnyRouter } from '@tanstack/react-router';
import type { LoadingEvent } from '#machines/loading/loading.types.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import { ApiProblem } from '../api-problem.ts';

/**
 * Reports the navigation of the router to the loading bar.
 * @returns the function that stops it
 */
export function tellLoading(router: AnyRouter, portal: Portal): () => void {
  const tell = (type: LoadingEvent['type']) => portal.getSnapshot().children.loading?.send({ type });
  const stops = [
    router.subscribe('onBeforeLoad', ({ hrefChanged }) => {
      if (hrefChanged) tell('navigation.started');
    }),
    router.subscribe('onResolved', () => {
      const hasFailed = router.state.matches.some(
        ({ status, loaderData }) => status === 'error' || loaderData instanceof ApiProblem,
      );
      tell(hasFailed ? 'navigation.failed' : 'navigation.finished');
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
