import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { readQuery, writeQuery } from '../query.ts';
import { ErrorRoute, NotFoundRoute } from './page-answer.tsx';
import { type PublicContext, publicRouteTree } from './routes.tsx';

/** The router of the public pages. `history` is only passed on the server. */
export const createPublicRouter = (context: PublicContext, history?: RouterHistory) =>
  createRouter({
    routeTree: publicRouteTree,
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
    // Its previous contents may belong to a place that is no longer the chosen one.
    defaultStaleReloadMode: 'blocking',
    defaultPendingMs: 3_000,
  });

export type PublicRouter = ReturnType<typeof createPublicRouter>;
