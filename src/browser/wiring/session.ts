import { fromPromise } from 'xstate';
import { sessionMachine } from '#machines/session/session.machine.ts';
import type { Api } from '../api.ts';
import { watchClock } from './watchers.ts';

export const wireSession = (api: Api) =>
  sessionMachine.provide({
    actors: {
      fetchUser: fromPromise(async ({ signal }) => (await api.getUser({ signal })).user),
      endSession: fromPromise<void, undefined>(async () => {
        await api.logout();
      }),
      watchClock,
    },
  });
