import { fromCallback, fromPromise } from 'xstate';
import type { ProviderPage } from '#contract/auth.ts';
import type { OfferedLogin } from '#contract/settings.ts';
import { loginMachine } from '#machines/login/login.machine.ts';
import type { CardApp, LoginQuery } from '#machines/login/login.types.ts';
import { localeOfPath } from '#ui/screens/shared/paths.ts';
import type { PageApi } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import { own, setOut, turnBack } from '../login-trip.ts';
import { readSettings } from '../read-settings.ts';
import { announce } from './channel.ts';

export function wireLogin(api: PageApi) {
  /** A login that did not take place has left no trace in the history: the next one begins after that. */
  let hasTurnedBack = Promise.resolve();
  return loginMachine.provide({
    actors: {
      requestLogin: fromPromise<ProviderPage, LoginQuery>(async ({ input, signal }) => {
        await hasTurnedBack;
        const { id, type } = offeredLogin(input.providerId);
        const query = {
          providerId: id,
          redirect: input.redirect,
          cancelUrl: input.redirect,
          locale: localeOfPath(input.redirect),
          timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          trustLevel: input.trustLevel,
          forceNew: input.forceNew ? ('true' as const) : undefined,
          processId: input.processId,
          person: input.person,
        };
        return type === 'oidc'
          ? api.requestOidcLogin({ query, signal })
          : api.requestSamlLogin({ query, signal });
      }),
      askCardApp: fromPromise<CardApp, undefined>(async ({ signal }) => {
        const { askCardApp } = await import('../card-app.ts');
        const app = await askCardApp(readSettings().cardAppUrl, signal);
        if (app === 'unknown') throw new Error('nothing can be found out about the card’s app');
        return app;
      }),
      watchHistory: fromCallback<{ type: 'never' }, undefined>(({ sendBack }) => {
        const leave = () => sendBack({ type: 'login.abandoned' });
        // The listener comes before the router: the data that the router loads for the next page is not to be stopped.
        addEventListener('popstate', leave, { capture: true });
        return () => removeEventListener('popstate', leave, { capture: true });
      }),
    },
    actions: {
      leaveForProvider: (_, { page, query }) => leave(page, query),
      stayHere: () => {
        window.stop();
        hasTurnedBack = turnBack(own(window));
      },
      announceLogin: () => announce({ type: 'session.renewed' }),
    },
  });
}

/** The login of an id. The id may come from the address of a page: that can name anything. */
function offeredLogin(id: string): OfferedLogin {
  const offered = readSettings().loginProviders.find((one) => one.id === id);
  if (!offered) throw new ApiProblem('login-failed');
  return offered;
}

/** Leaves this page for the provider's, by its address or by a posted form (SAML's HTTP POST binding). */
function leave({ url, method, fields }: ProviderPage, query: LoginQuery): void {
  setOut(own(window), query);
  if (method === 'GET') {
    window.location.assign(url);
    return;
  }
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  // The page may be shown again, or the login be given up.
  form.remove();
}
