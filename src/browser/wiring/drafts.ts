import { fromPromise } from 'xstate';
import { draftsMachine } from '#machines/drafts/drafts.machine.ts';
import type { Api } from '../api.ts';
import { watchTab } from './watch-tab.ts';

export const wireDrafts = (api: Api) =>
  draftsMachine.provide({
    actors: {
      loadLists: fromPromise(async ({ input: { locale, asked }, signal }) => {
        const query = { lang: locale };
        const found = { ...query, text: asked.text || undefined };
        const { after, before } = asked;
        const [drafts, { entries: sent, ...pages }, closed, handedOver] = await Promise.all([
          api.listDrafts({ query: found, signal }),
          api.pageOfSent({ query: { ...found, after, before }, signal }),
          api.countClosed({ signal }),
          api.listHandedOver({ query, signal }),
        ]);
        return { drafts, sent, ...pages, closed, handedOver };
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
