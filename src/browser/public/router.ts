import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { ErrorScreen } from '#ui/screens/errors/error-screen.tsx';
import { errorRoutes } from '../error-routes.tsx';
import { readQuery, writeQuery } from '../query.ts';
import { type PublicContext, publicRouteTree } from './routes.tsx';

const { ErrorRoute, NotFoundRoute } = errorRoutes(ErrorScreen);

/** The router of the public pages. `history` is given on the server only. */
export const createPublicRouter = (context: PublicContext, history?: RouterHistory) =>
  createRouter({
    routeTree: publicRouteTree,
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
    // What it showed before may be of a place that is not the chosen one any more.
    defaultStaleReloadMode: 'blocking',
    defaultPendingMs: 3_000,
  });

export type PublicRouter = ReturnType<typeof createPublicRouter>;
