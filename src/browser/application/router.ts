import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { lazy } from 'react';
import { loadWithRetry } from '#ui/kit/load-with-retry.ts';
import { errorRoutes } from '../error-routes.tsx';
import { readQuery, writeQuery } from '../query.ts';
import { type RouterContext, routeTree } from './routes.tsx';

const { ErrorRoute, NotFoundRoute } = errorRoutes(
  lazy(() =>
    loadWithRetry(() => import('#ui/screens/errors/error-screen.tsx')).then((it) => ({
      default: it.ErrorScreen,
    })),
  ),
);

/**
 * The router of the application: it owns the addresses, the workflows own what happens. `history` is given on the
 * server only.
 */
export const createApplicationRouter = (context: RouterContext, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context,
    // On the server the router would write a script into the page for it.
    ...(history ? { history, isServer: true } : { scrollRestoration: true }),
    parseSearch: readQuery,
    stringifySearch: writeQuery,
    defaultErrorComponent: ErrorRoute,
    // What even the error screen falls to is caught around the router, in the words of the portal.
    disableGlobalCatchBoundary: true,
    defaultNotFoundComponent: NotFoundRoute,
    // A page that was open is asked for again; the service answers from memory.
    defaultStaleTime: 0,
    defaultPendingMs: 3_000,
  });

export type ApplicationRouter = ReturnType<typeof createApplicationRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ApplicationRouter;
  }
}
