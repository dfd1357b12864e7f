import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import { kiel, search, strande } from '#ui/screens/testing/answers.ts';
import { choosePlaceOfPage } from './place-of-page.ts';
import { createPublicRouter } from './router.ts';

it('the place that a page is about is the chosen one; a page about none leaves it', async () => {
  const portal = createActor(portalMachine, {
    input: { now: Date.now, locale: 'de', place: kiel, loginOutcome: null },
  }).start();
  const router = createPublicRouter({
    api: {
      search: async ({ query }: { query: { place?: string } }) =>
        search({ place: query.place === undefined ? null : strande }),
    } as never,
    chosenArea: () => undefined,
    enterLocale: async () => undefined,
    prepare: async () => undefined,
  });
  await router.load();
  choosePlaceOfPage(router, portal);
  const places: unknown[] = [];
  for (const address of ['/suche?q=katze', '/suche?q=katze&place=Strande', '/suche?q=katze']) {
    router.history.push(address);
    await router.load();
    places.push(portal.getSnapshot().context.place);
  }
  expect(places).toEqual([kiel, strande, strande]);
  portal.stop();
});
