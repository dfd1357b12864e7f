import { fromPromise, type SnapshotFrom } from 'xstate';
import type { applicationMachine } from '#machines/application/application.machine.ts';
import { keepingMachine } from '#machines/keeping/keeping.machine.ts';
import type { LoginQuery } from '#machines/login/login.types.ts';
import type { Api } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';

type Host = {
  /** The application on the screen. */
  application: () => SnapshotFrom<typeof applicationMachine> | undefined;
  /** Resolves when everything on the screen is saved. */
  saveAll: (signal: AbortSignal) => Promise<void>;
  logIn: (query: LoginQuery) => void;
};

export const wireKeeping = (api: Api, { application, saveAll, logIn }: Host) =>
  keepingMachine.provide({
    actors: {
      saveEntries: fromPromise(({ signal }) => saveAll(signal)),
      sealAnswers: fromPromise(({ signal }) => {
        const { process, locale } = application()?.context ?? {};
        if (!process) throw new ApiProblem('not-found');
        return api.saveAnswers({ params: { id: process.id }, query: { lang: locale }, signal });
      }),
    },
    actions: { logIn: (_, { query }) => logIn(query) },
  });
