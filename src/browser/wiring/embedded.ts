import { fromPromise } from 'xstate';
import { embeddedMachine } from '#machines/embedded/embedded.machine.ts';
import type { CaseQuery } from '#machines/embedded/embedded.types.ts';
import type { Api } from '../api.ts';
import type { talkToFrame } from './frame-channel.ts';
import { wireSaving } from './saving.ts';

/** @param talk talks to the frame; the server has none */
export const wireEmbedded = (api: Api, talk: ReturnType<typeof talkToFrame>) =>
  embeddedMachine.provide({
    actors: {
      talkToFrame: talk,
      saving: wireSaving(api),
      prolongForm: fromPromise<void, CaseQuery>(async ({ input: { processId, caseId }, signal }) => {
        await api.prolongForm({ params: { id: processId }, body: { caseId }, signal });
      }),
    },
    actions: {
      // The report is for the operators; the person does not need it, so a lost one is ignored.
      reportFault: ({ context: { processId, frame } }, { fault: reason }) =>
        void api
          .reportFrame({ params: { id: processId }, body: { caseId: frame.caseId, reason } })
          .catch(() => undefined),
    },
  });
