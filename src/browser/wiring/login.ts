import { fromPromise } from 'xstate';
import { providerId } from '#contract/shapes.ts';
import { loginMachine } from '#machines/login/login.machine.ts';
import type { LoginPage, LoginQuery } from '#machines/login/login.types.ts';
import { localeOfPath } from '#ui/screens/shared/paths.ts';
import type { Api } from '../api.ts';

export const wireLogin = (api: Api) =>
  loginMachine.provide({
    actors: {
      requestLogin: fromPromise<LoginPage, LoginQuery>(({ input, signal }) =>
        api.requestSamlLogin({
          query: {
            providerId: providerId.parse(input.providerId),
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
    actions: { postToProvider: (_, { page }) => postForm(page) },
  });

/** Leaves this page by a posted form, as SAML asks for (HTTP POST binding). */
function postForm({ url, fields }: LoginPage): void {
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
