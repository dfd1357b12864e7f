import { fromPromise } from 'xstate';
import { draftsMachine } from '#machines/drafts/drafts.machine.ts';
import type { Api } from '../api.ts';
import { watchTab } from './watch-tab.ts';

export const wireDrafts = (api: Api) =>
  draftsMachine.provide({
    actors: {
      loadLists: fromPromise(async ({ input: { locale }, signal }) => {
        const query = { lang: locale };
        const [drafts, sent, closed, handedOver] = await Promise.all([
          api.listDrafts({ query, signal }),
          api.listSent({ query, signal }),
          api.countClosed({ signal }),
          api.listHandedOver({ query, signal }),
        ]);
        return { drafts, sent, closed, handedOver };
      }),
      chooseMails: fromPromise(async ({ input: { id, wanted } }) => {
        await api.chooseMails({ params: { id }, body: { wanted } });
      }),
      deleteDraft: fromPromise(async ({ input: { id, paidConsent } }) => {
        await api.deleteDraft({ query: { id, paidConsent: paidConsent ? 'true' : undefined } });
      }),
      markSeen: fromPromise(async ({ input: { id, status } }) => {
        await api.markSeen({ params: { id }, body: { status } });
      }),
      repeatApplication: fromPromise(({ input: { id, locale } }) =>
        api.repeatApplication({ params: { id }, body: { lang: locale } }),
      ),
      watchTab,
    },
  });
