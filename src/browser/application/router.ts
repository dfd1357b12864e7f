import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { later } from '#ui/kit/later.tsx';
import { errorRoutes } from '../error-routes.tsx';
import { routerOptions } from '../router-options.ts';
import { type RouterContext, routeTree } from './routes.tsx';

const { ErrorRoute, NotFoundRoute } = errorRoutes(
  later(async () => (await import('#ui/screens/errors/error-screen.tsx')).ErrorScreen),
);

/**
 * The router of the application: it owns the addresses, the workflows own what happens. `history` is only passed on the
 * server.
 */
export const createApplicationRouter = (context: RouterContext, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context,
    ...routerOptions(history),
    defaultErrorComponent: ErrorRoute,
    defaultNotFoundComponent: NotFoundRoute,
  });

export type ApplicationRouter = ReturnType<typeof createApplicationRouter>;
