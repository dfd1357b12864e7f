import { fromPromise } from 'xstate';
import { handingInMachine } from '#machines/handingIn/handingIn.machine.ts';
import type { Api } from '../api.ts';
import { type UploadHost, wireUpload } from './upload.ts';
import { watchTab } from './watch-tab.ts';
import { watchNetwork } from './watchers.ts';

/** The flow of handing in documents. Calls that change something go on when the page is left. */
export const wireHandingIn = (api: Api, host: UploadHost) =>
  handingInMachine.provide({
    actors: {
      loadPage: fromPromise(({ input: { processId, locale }, signal }) =>
        api.getHandIn({ params: { id: processId }, query: { lang: locale }, signal }),
      ),
      handIn: fromPromise(({ input: { processId, locale, files } }) =>
        api.handIn({ params: { id: processId }, query: { lang: locale }, body: { files } }),
      ),
      repeatHandIn: fromPromise(({ input: { processId, locale, id } }) =>
        api.repeatHandIn({ params: { id: processId, handIn: id }, query: { lang: locale } }),
      ),
      dropFile: fromPromise(async ({ input: { processId, id } }) => {
        await api.dropHandInFile({ params: { id: processId, file: id } });
      }),
      upload: wireUpload(api, 'uploadHandIn', host),
      watchTab,
      watchNetwork,
    },
  });
