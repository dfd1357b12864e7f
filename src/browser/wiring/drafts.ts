import { fromPromise } from 'xstate';
import { draftsMachine } from '#machines/drafts/drafts.machine.ts';
import type { Api } from '../api.ts';

export const wireDrafts = (api: Api) =>
  draftsMachine.provide({
    actors: {
      loadLists: fromPromise(async ({ input: { locale }, signal }) => {
        const query = { lang: locale };
        const [drafts, sent, closed] = await Promise.all([
          api.listDrafts({ query, signal }),
          api.listSent({ query, signal }),
          api.countClosed({ signal }),
        ]);
        return { drafts, sent, closed };
      }),
      deleteDraft: fromPromise(async ({ input: { id, paidConsent } }) => {
        await api.deleteDraft({ query: { id, paidConsent: paidConsent ? 'true' : undefined } });
      }),
    },
  });
