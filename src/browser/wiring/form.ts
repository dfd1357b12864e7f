import { fromPromise } from 'xstate';
import { formMachine } from '#machines/form/form.machine.ts';
import type { FormQuery, Progress, Saved, StoredForm } from '#machines/form/form.types.ts';
import type { Api } from '../api.ts';

export const wireForm = (api: Api) =>
  formMachine.provide({
    actors: {
      loadForm: fromPromise<StoredForm, FormQuery>(({ input, signal }) =>
        api.getAccessData({ params: { id: input.processId }, query: { lang: input.locale }, signal }),
      ),
      // Not aborted when the form is left: what was typed last is saved all the same.
      saveProgress: fromPromise<Saved, Progress>(({ input: { processId, locale, version, data, page } }) =>
        api.saveProgress({
          params: { id: processId },
          query: { lang: locale },
          body: { version, data, page },
        }),
      ),
    },
  });
