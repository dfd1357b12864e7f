import { createRouter } from '@tanstack/react-router';
import { type RouterContext, routeTree } from './application-routes.tsx';
import { ErrorRoute, NotFoundRoute } from './error-routes.tsx';
import { readQuery, writeQuery } from './query.ts';

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
