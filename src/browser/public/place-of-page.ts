import type { AnyRouter } from '@tanstack/react-router';
import type { Place } from '#contract/shapes.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';

/**
 * Makes the place of a page the chosen one from then on: the address named it, by key or by words that match only one
 * place. The server does so for pages that it renders.
 */
export function choosePlaceOfPage(router: AnyRouter, portal: Portal): void {
  router.subscribe('onResolved', () => {
    const place = placeOf(router.state.matches.at(-1)?.loaderData);
    if (!place || place.key === portal.getSnapshot().context.place?.key) return;
    portal.send({ type: 'place.chosen', place });
  });
}

const placeOf = (answer: unknown): Place | null =>
  typeof answer === 'object' && answer !== null && 'place' in answer ? (answer.place as Place | null) : null;
