import { fromPromise, type SnapshotFrom } from 'xstate';
import type { CallProblemCode } from '#domain/problem.ts';
import { applicationMachine } from '#machines/application/application.machine.ts';
import { type Closed, whyClosed } from '#machines/application/application.selectors.ts';
import type { embeddedMachine } from '#machines/embedded/embedded.machine.ts';
import { isTransient, problemOf } from '#machines/kit/problem.ts';
import type { Api } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import { wireConflict } from './conflict.ts';
import { wireForm } from './form.ts';
import { processCall } from './process-call.ts';
import { closeProviderWindow, leadProviderWindow, openProviderWindow } from './provider-window.ts';
import { watchReturn } from './watch-return.ts';
import { watchTab } from './watch-tab.ts';

type ApplicationHost = {
  /** Loads the flow of a form that a form server shows. */
  loadFrameForm: () => Promise<typeof embeddedMachine>;
  /** Called when a call has opened an anonymous session. */
  sessionOpened: () => void;
  /** Called when a call was refused because there is no session any more. */
  sessionEnded: (code: CallProblemCode) => void;
  /** Called while the person waits for something that no call reports. */
  sessionUsed: () => void;
  /** Called while an application without an account is being sent, and when it was sent. */
  sent: (processId: string) => void;
  /** Called when the application received its process. */
  announceProcess: (processId: string) => void;
  /** Called when the step that the address names is not open. */
  refuseStep: () => void;
  stepIsClosed: (why: Closed) => void;
  waitingPage: () => string;
  /** Called with the number of files still being uploaded that are not part of the application. */
  filesLost: (count: number) => void;
};

export const wireApplication = (api: Api, host: ApplicationHost) =>
  applicationMachine.provide({
    actors: {
      form: wireForm(api, host),
      conflict: wireConflict(api),
      loadOffer: fromPromise(async ({ input: { leiKaId, area, locale }, signal }) => {
        const [{ metadata }, places] = await Promise.all([
          api.getService({ params: { leiKaId }, query: { lang: locale, area }, signal }),
          api.searchPlaceByKey({ query: { regionalKey: area }, signal }),
        ]);
        return { offer: metadata, areaName: places[0]?.value ?? '' };
      }),
      loadTexts: fromPromise(async ({ input: { processId, leiKaId, area, locale }, signal }) => {
        const query = { lang: locale };
        if (processId !== null)
          return (await api.getProcess({ params: { id: processId }, query, signal })).metadata;
        const { metadata } = await api.getService({ params: { leiKaId }, query: { ...query, area }, signal });
        if (metadata === null) throw new ApiProblem('form-not-found');
        return metadata;
      }),
      findDraft: fromPromise(({ input: { metadataId, locale }, signal }) =>
        api.findProcess({ query: { metadataId, lang: locale }, signal }).catch((error: unknown) => {
          if (error instanceof ApiProblem && error.code === 'not-found') return null;
          throw error;
        }),
      ),
      loadProcess: fromPromise(({ input, signal }) => api.getProcess({ ...processCall(input), signal })),
      openAnonymousSession: fromPromise(async ({ input: { locale } }) => {
        await api.openPseudo({ body: { locale } });
        host.sessionOpened();
      }),
      startProcess: fromPromise(({ input: { metadataId, area, handover, locale } }) =>
        api.startProcess({ body: { metadataId, area, handover, lang: locale } }),
      ),
      takeOver: fromPromise(({ input }) => api.persistProcess(processCall(input))),
      changePlace: fromPromise(async ({ input }) => {
        const { area } = input;
        const asked = processCall(input);
        try {
          return await api.changePlace({ ...asked, body: { area } });
        } catch (error) {
          if (!isTransient(problemOf(error))) throw error;
          // The answer may have been lost after the place was changed: the server's state is shown.
          const now = await api.getProcess(asked).catch(() => null);
          if (now?.area.key !== area) throw error;
          return now;
        }
      }),
      loadSummary: fromPromise(({ input, signal }) => api.getSnapshot({ ...processCall(input), signal })),
      completeProcess: fromPromise(({ input: { version, hash, statements, wantsMails, ...asked } }) =>
        api.completeProcess({
          ...processCall(asked),
          body: {
            version,
            hash,
            statements: [...statements],
            ...(wantsMails !== undefined && { wantsMails }),
          },
        }),
      ),
      chooseNotice: fromPromise(({ input: { version, accepted, ...asked } }) =>
        api.chooseNotice({ ...processCall(asked), body: { version, electronicNoticeDelivery: accepted } }),
      ),
      startPayment: fromPromise(({ input: { processId, locale, version } }) =>
        api.startPayment({ params: { processId }, query: { lang: locale }, body: { version } }),
      ),
      checkPayment: fromPromise(({ input: { processId, locale }, signal }) =>
        api.checkPayment({ params: { processId }, query: { lang: locale }, signal }),
      ),
      submitProcess: fromPromise(({ input }) => api.submitProcess(processCall(input))),
      acknowledgeResult: fromPromise(({ input }) => api.acknowledgeResult(processCall(input))),
      watchReturn,
      watchTab,
    },
    actions: {
      tellLostFiles: (_, { count }) => {
        if (count > 0) host.filesLost(count);
      },
      tellSent: ({ context: { process } }) => {
        if (process?.facts.hasUser === false) host.sent(process.id);
      },
      announceProcess: (_, { processId }) => host.announceProcess(processId),
      refuseStep: () => host.refuseStep(),
      sayWhyClosed: ({ self }, { step }) => {
        const why = whyClosed(self.getSnapshot() as SnapshotFrom<typeof applicationMachine>, step);
        if (why !== null) host.stepIsClosed(why);
      },
      openProviderWindow: ({ self }) => {
        if (!openProviderWindow(host.waitingPage())) self.send({ type: 'window.blocked' });
      },
      leadWindowToProvider: (_, { url }) => (url === null ? closeProviderWindow() : leadProviderWindow(url)),
      closeProviderWindow,
    },
  });
