import { fromPromise } from 'xstate';
import { draftsMachine } from '#machines/drafts/drafts.machine.ts';
import type { Api } from '../api.ts';

export const wireDrafts = (api: Api) =>
  draftsMachine.provide({
    actors: {
      loadLists: fromPromise(async ({ input: { locale }, signal }) => {
        const query = { lang: locale };
        const [drafts, sent] = await Promise.all([
          api.listDrafts({ query, signal }),
          api.listSent({ query, signal }),
        ]);
        return { drafts, sent };
      }),
      deleteDraft: fromPromise(async ({ input: { id, paidConsent } }) => {
        await api.deleteDraft({ query: { id, paidConsent: paidConsent ? 'true' : undefined } });
      }),
    },
  });
