import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { onNavigation } from './on-navigation.ts';

/** A portal whose English page never arrives. */
async function open(prepare: (router: AnyRouter) => void) {
  const rootRoute = createRootRoute();
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      createRoute({ getParentRoute: () => rootRoute, path: '/' }),
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/en',
        loader: () => new Promise(() => undefined),
      }),
    ]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    isServer: false,
  });
  prepare(router);
  await router.load();
  router.history.subscribe(() => void router.load());
  return router;
}

it('tells of the way back to the page on the screen while another one is loading', async () => {
  const told: string[] = [];
  const router = await open(() => undefined);
  onNavigation(router, ({ href }, isFirst) => told.push(`${href}${isFirst ? ' first' : ''}`));
  router.history.push('/en');
  await expect.poll(() => told).toEqual(['/en']);
  router.history.push('/');
  await expect.poll(() => told).toEqual(['/en', '/']);
  router.history.push('/');
  await router.load();
  expect(told, 'the same address once more').toEqual(['/en', '/']);
});

it('tells of the first page, and that it is', async () => {
  const told: string[] = [];
  await open((router) =>
    onNavigation(router, ({ href }, isFirst) => told.push(`${href}${isFirst ? ' first' : ''}`)),
  );
  expect(told).toEqual(['/ first']);
});
