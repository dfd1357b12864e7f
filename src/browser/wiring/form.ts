import { fromPromise } from 'xstate';
import type { TakenFile } from '#contract/process.ts';
import type { CallProblemCode } from '#domain/problem.ts';
import type { embeddedMachine } from '#machines/embedded/embedded.machine.ts';
import { formMachine } from '#machines/form/form.machine.ts';
import type { FormAccess, FormQuery } from '#machines/form/form.types.ts';
import { problemOf, sessionHasEnded } from '#machines/kit/problem.ts';
import { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { Preparation, Prepared, Question, Sending } from '#machines/upload/upload.types.ts';
import type { Api } from '../api.ts';
import { addFlows } from './add-flows.ts';
import { formAccess } from './form-access.ts';
import { processCall } from './process-call.ts';
import { wireSaving } from './saving.ts';

type FormHost = {
  /** Loads the flow of a form that a form server shows. */
  loadFrameForm: () => Promise<typeof embeddedMachine>;
  /** Called when an upload was refused because there is no session any more. */
  sessionEnded: (code: CallProblemCode) => void;
  /** Called when part of a file was sent: the person waits for that. */
  sessionUsed: () => void;
};

export const wireForm = (api: Api, { loadFrameForm, sessionEnded, sessionUsed }: FormHost) => {
  const form: typeof formMachine = formMachine.provide({
    actors: {
      loadForm: fromPromise<FormAccess, FormQuery>(async ({ input, signal }) => {
        const access = formAccess(await api.getAccessData({ ...processCall(input), signal }));
        if (access.frame) addFlows(form, { embedded: await loadFrameForm() });
        return access;
      }),
      saving: wireSaving(api),
      upload: uploadMachine.provide({
        actors: {
          sendFile: fromPromise<TakenFile, Sending>(async ({ input, signal }) => {
            const { uploadFile } = await import('../upload.ts');
            return uploadFile({
              processId: input.processId,
              path: input.path,
              file: input.file.content as File,
              unattended: input.unattended,
              onProgress: (loaded) => {
                if (!input.unattended) sessionUsed();
                input.progress.send({ type: 'bytes.sent', loaded });
              },
              onDelivered: () => input.progress.send({ type: 'file.delivered' }),
              signal,
            }).catch((error: unknown) => {
              const problem = problemOf(error);
              if (sessionHasEnded(problem)) sessionEnded(problem.code);
              throw error;
            });
          }),
          preparePicture: fromPromise<Prepared, Preparation>(async ({ input, signal }) => {
            const { preparePicture } = await import('../pictures/prepare.ts');
            return preparePicture(input, signal);
          }),
          askForCheck: fromPromise<TakenFile, Question>(({ input: { processId, fileId }, signal }) =>
            api.getUpload({ params: { id: processId, file: fileId }, signal }),
          ),
        },
      }),
    },
  });
  return form;
};
