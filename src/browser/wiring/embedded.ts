import { fromPromise } from 'xstate';
import type { Locale } from '#domain/locale.ts';
import { embeddedMachine } from '#machines/embedded/embedded.machine.ts';
import type { CaseQuery, TakenOver, Taking } from '#machines/embedded/embedded.types.ts';
import type { Api } from '../api.ts';
import type { talkToFrame } from './frame-channel.ts';

/** @param talk how the frame is talked to; on the server nobody does */
export const wireEmbedded = (api: Api, talk: ReturnType<typeof talkToFrame>) =>
  embeddedMachine.provide({
    actors: {
      talkToFrame: talk,
      // Not aborted when the person leaves the form: what was entered last is still taken over.
      saveProgress: fromPromise<TakenOver, Taking>(
        async ({ input: { processId, locale, version, caseId } }) => {
          const saved = await api.saveProgress({
            params: { id: processId },
            query: { lang: locale },
            body: { version, caseId },
          });
          return { ...saved, complete: saved.complete === true, refusedFiles: saved.refusedFiles ?? [] };
        },
      ),
      loadVersion: fromPromise<{ version: number }, { processId: string; locale: Locale }>(
        ({ input: { processId, locale }, signal }) =>
          api.getProcess({ params: { id: processId }, query: { lang: locale }, signal }),
      ),
      prolongForm: fromPromise<void, CaseQuery>(async ({ input: { processId, caseId }, signal }) => {
        await api.prolongForm({ params: { id: processId }, body: { caseId }, signal });
      }),
    },
    actions: {
      // For the operators: the person has what they need, whether it arrives or not.
      reportFault: ({ context: { processId, frame } }, { fault: reason }) =>
        void api
          .reportFrame({ params: { id: processId }, body: { caseId: frame.caseId, reason } })
          .catch(() => undefined),
    },
  });
