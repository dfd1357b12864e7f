import type { RouterHistory } from '@tanstack/react-router';
import { readQuery, writeQuery } from './query.ts';

/** The options that both routers share. `history` is only passed on the server. */
export const routerOptions = (history: RouterHistory | undefined) => ({
  // On the server this option would make the router write a script into the page.
  ...(history ? { history, isServer: true } : { scrollRestoration: true }),
  parseSearch: readQuery,
  stringifySearch: writeQuery,
  // Errors of the error screen itself are caught around the router, with the portal's own texts.
  disableGlobalCatchBoundary: true,
  // A page that was open before is loaded again; the server answers from memory.
  defaultStaleTime: 0,
  defaultPendingMs: 3_000,
});
