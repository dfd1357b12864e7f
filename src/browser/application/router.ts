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
 * The router of the application: it owns the addresses, the workflows own what happens. `history` is only passed on the
 * server.
 */
export const createApplicationRouter = (context: RouterContext, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context,
    // On the server this option would make the router write a script into the page.
    ...(history ? { history, isServer: true } : { scrollRestoration: true }),
    parseSearch: readQuery,
    stringifySearch: writeQuery,
    defaultErrorComponent: ErrorRoute,
    // Errors of the error screen itself are caught around the router, with the portal's own texts.
    disableGlobalCatchBoundary: true,
    defaultNotFoundComponent: NotFoundRoute,
    // A page that was open before is loaded again; the server answers from memory.
    defaultStaleTime: 0,
    defaultPendingMs: 3_000,
  });

export type ApplicationRouter = ReturnType<typeof createApplicationRouter>;
