import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { routerOptions } from '../router-options.ts';
import { ErrorRoute, NotFoundRoute } from './page-answer.tsx';
import { type PublicContext, publicRouteTree } from './routes.tsx';

/** The router of the public pages. `history` is only passed on the server. */
export const createPublicRouter = (context: PublicContext, history?: RouterHistory) =>
  createRouter({
    routeTree: publicRouteTree,
    context,
    ...routerOptions(history),
    defaultErrorComponent: ErrorRoute,
    defaultNotFoundComponent: NotFoundRoute,
    // The previous contents of a page that is loaded again may belong to a place that is no longer the chosen one.
    defaultStaleReloadMode: 'blocking',
  });

export type PublicRouter = ReturnType<typeof createPublicRouter>;
