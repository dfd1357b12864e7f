import { fromPromise } from 'xstate';
import type { SavedProgress } from '#contract/process-calls.ts';
import { savingMachine } from '#machines/saving/saving.machine.ts';
import type { Progress, SavingQuery, Stored } from '#machines/saving/saving.types.ts';
import type { Api } from '../api.ts';
import { formAccess } from './form-access.ts';
import { processCall } from './process-call.ts';

export const wireSaving = (api: Api) =>
  savingMachine.provide({
    actors: {
      // The call is not aborted when the person leaves the form: the last input is still saved.
      saveProgress: fromPromise<SavedProgress, Progress>(({ input: { version, content, ...asked } }) =>
        api.saveProgress({ ...processCall(asked), body: { version, ...content } }),
      ),
      loadStored: fromPromise<Stored, SavingQuery>(async ({ input, signal }) => {
        const asked = { ...processCall(input), signal };
        if ('caseId' in input.content) {
          // Reading the form would end the case.
          const { version } = await api.getProcess(asked);
          return { version, form: null, data: {}, own: false };
        }
        const {
          version,
          form,
          data,
          own = false,
        } = formAccess(await api.getAccessData(asked), input.processId);
        return { version, form, data, own };
      }),
    },
  });
