import { fromPromise } from 'xstate';
import { loginsMachine } from '#machines/logins/logins.machine.ts';
import type { Api } from '../api.ts';

export const wireLogins = (api: Api) =>
  loginsMachine.provide({
    actors: {
      loadLogins: fromPromise(({ signal }) => api.listLogins({ signal })),
      endLogin: fromPromise(async ({ input: { id } }) => {
        await api.endLogin({ params: { id } });
      }),
    },
  });
