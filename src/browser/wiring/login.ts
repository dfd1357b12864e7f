import { fromPromise } from 'xstate';
import { type LoginProviderId, loginProviderIds } from '#domain/login.ts';
import { loginMachine } from '#machines/login/login.machine.ts';
import type { LoginPage, LoginQuery } from '#machines/login/login.types.ts';
import { localeOfPath } from '#ui/screens/shared/paths.ts';
import type { Api } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import { own, setOut } from '../login-trip.ts';

export const wireLogin = (api: Api) =>
  loginMachine.provide({
    actors: {
      requestLogin: fromPromise<LoginPage, LoginQuery>(async ({ input, signal }) =>
        api.requestSamlLogin({
          query: {
            providerId: knownProvider(input.providerId),
            redirect: input.redirect,
            cancelUrl: input.redirect,
            locale: localeOfPath(input.redirect),
            timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            trustLevel: input.trustLevel,
            forceNew: input.forceNew ? 'true' : undefined,
          },
          signal,
        }),
      ),
    },
    actions: { leaveForProvider: (_, { page }) => leave(page) },
  });

/** The address of a page can name anything; the server decides what is offered here. */
function knownProvider(id: string): LoginProviderId {
  const known = loginProviderIds.find((it) => it === id);
  if (!known) throw new ApiProblem('login-failed');
  return known;
}

/** Leaves this page for the provider's, by its address or by a posted form (SAML's HTTP POST binding). */
function leave({ url, method, fields }: LoginPage): void {
  setOut(own(window));
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
}
