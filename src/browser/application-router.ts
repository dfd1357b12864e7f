import { createRouter } from '@tanstack/react-router';
import { lazy } from 'react';
import { patiently } from '#ui/kit/patiently.ts';
import { type RouterContext, routeTree } from './application-routes.tsx';
import { errorRoutes } from './error-routes.tsx';
import { readQuery, writeQuery } from './query.ts';

const { ErrorRoute, NotFoundRoute } = errorRoutes(
  lazy(() =>
    patiently(() => import('#ui/screens/errors/error-screen.tsx')).then((it) => ({
      default: it.ErrorScreen,
    })),
  ),
);

/** The router: it owns the addresses, the workflows own what happens. */
export const createPortalRouter = (context: RouterContext) =>
  createRouter({
    routeTree,
    context,
    parseSearch: readQuery,
    stringifySearch: writeQuery,
    defaultErrorComponent: ErrorRoute,
    defaultNotFoundComponent: NotFoundRoute,
    // A page that was open is asked for again; the service answers from memory.
    defaultStaleTime: 0,
    defaultPendingMs: 3_000,
  });

export type PortalRouter = ReturnType<typeof createPortalRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter;
  }
}
