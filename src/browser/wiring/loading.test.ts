import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { selectLoadingBar } from '#machines/loading/loading.selectors.ts';
import { ApiProblem } from '../api-problem.ts';
import { tellLoading } from './loading.ts';
import { createStaticPortal } from './static-portal.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function open() {
  const rootRoute = createRootRoute();
  const page = (path: string, loader: () => Promise<unknown>) =>
    createRoute({ getParentRoute: () => rootRoute, path, loader });
  const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      page('/', () => Promise.resolve()),
      page('/slow', () => after(2_000)),
      page('/broken', async () => {
        await after(2_000);
        throw new Error('broken');
      }),
      page('/refused', async () => {
        await after(2_000);
        return new ApiProblem('not-found');
      }),
    ]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    isServer: false,
  });
  await router.load();
  const portal = createStaticPortal('de', null);
  portal.start();
  router.history.subscribe(() => void router.load());
  tellLoading(router, portal);
  return { router, bar: () => selectLoadingBar(portal.getSnapshot().children.loading!.getSnapshot()) };
}

it.each([
  ['/slow', 'completing'],
  ['/broken', 'hidden'],
  ['/refused', 'hidden'],
])('shows a bar while %s is loaded', async (path, end) => {
  const { router, bar } = await open();
  router.history.push(path);
  await vi.advanceTimersByTimeAsync(400);
  expect(bar()).toBe('hidden');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(bar()).toBe('running');
  await vi.advanceTimersByTimeAsync(700);
  expect(bar()).toBe(end);
  await vi.advanceTimersByTimeAsync(300);
  expect(bar()).toBe('hidden');
});
