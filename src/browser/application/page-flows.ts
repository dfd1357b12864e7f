import type { AnyActorLogic } from 'xstate';
import type { Portal } from '#machines/portal/portal.machine.ts';
import type { Route } from '#machines/portal/portal.types.ts';
import { loadWithRetry } from '#ui/kit/load-with-retry.ts';
import type { Api } from '../api.ts';
import { addFlows } from '../wiring/add-flows.ts';
import type { HandoverWays } from '../wiring/handover.ts';
import { sessionHost } from '../wiring/session-host.ts';

type Screen = Route['screen'];

/** Flows of single pages, whose code arrives with the page. */
const loads: {
  [S in Screen]?: (api: Api, portal: Portal, ways: HandoverWays) => Promise<Record<string, AnyActorLogic>>;
} = {
  account: async (api) => ({ drafts: (await import('./account-page.ts')).wireDrafts(api) }),
  handIn: async (api, portal) => ({
    handingIn: (await import('./hand-in-page.ts')).wireHandingIn(api, sessionHost(portal)),
  }),
  handover: async (api, portal, ways) => ({
    handover: (await import('../wiring/handover.ts')).wireHandover(
      api,
      (arrival) => portal.send({ type: 'handover.arrived', arrival }),
      ways,
    ),
  }),
  ownData: async (api, portal) => ({
    ownData: (await import('./own-data-page.ts')).wireOwnData(api, portal),
  }),
  logins: async (api) => ({ logins: (await import('./logins-page.ts')).wireLogins(api) }),
};

/**
 * Tells the workflows about addresses, each after the flow of its page is there.
 * @returns the function that passes on what is to be said about a screen. It waits where code has to be loaded; what
 *   an address before the last one would have said is left out. Code that cannot be loaded says nothing: the router
 *   shows the error, since the screen is in the same script.
 */
export function pageFlows(
  portal: Portal,
  api: Api,
  ways: HandoverWays,
  loadsOf = loads,
): (screen: Screen, tell: () => void) => void {
  const loaded = new Set<Screen>();
  let last = 0;
  return (screen, tell) => {
    last += 1;
    const own = last;
    const load = loadsOf[screen];
    if (!load || loaded.has(screen)) {
      tell();
      return;
    }
    loadWithRetry(() => load(api, portal, ways)).then(
      (flow) => {
        addFlows(portal.getSnapshot().machine, flow);
        loaded.add(screen);
        if (own === last) tell();
      },
      () => undefined,
    );
  };
}
