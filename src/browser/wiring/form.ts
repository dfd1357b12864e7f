import { fromPromise } from 'xstate';
import type { embeddedMachine } from '#machines/embedded/embedded.machine.ts';
import { formMachine } from '#machines/form/form.machine.ts';
import type { FormAccess, FormQuery } from '#machines/form/form.types.ts';
import type { Api } from '../api.ts';
import { addFlows } from './add-flows.ts';
import { formAccess } from './form-access.ts';
import { processCall } from './process-call.ts';
import { wireSaving } from './saving.ts';
import { type UploadHost, wireUpload } from './upload.ts';

type FormHost = UploadHost & {
  /** Loads the flow of a form that a form server shows. */
  loadFrameForm: () => Promise<typeof embeddedMachine>;
};

export const wireForm = (api: Api, { loadFrameForm, ...host }: FormHost) => {
  const form: typeof formMachine = formMachine.provide({
    actions: {
      storePreview: (_, { processId, fileId, preview }) => {
        if (preview === null) return;
        const jpeg = preview.split(',')[1]!;
        // Without it, the file is shown by its name after the next load.
        void api.keepPreview({ params: { id: processId, file: fileId }, body: { jpeg } }).catch(() => {});
      },
    },
    actors: {
      loadForm: fromPromise<FormAccess, FormQuery>(async ({ input, signal }) => {
        const access = formAccess(
          await api.getAccessData({ ...processCall(input), signal }),
          input.processId,
        );
        if (access.frame) addFlows(form, { embedded: await loadFrameForm() });
        return access;
      }),
      saving: wireSaving(api),
      upload: wireUpload(api, 'uploadFile', host),
    },
  });
  return form;
};
