import { fromPromise } from 'xstate';
import type { TakenFile } from '#contract/process.ts';
import type { CallProblemCode } from '#domain/problem.ts';
import { problemOf, sessionHasEnded } from '#machines/kit/problem.ts';
import { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { Preparation, Prepared, Question, Sending } from '#machines/upload/upload.types.ts';
import type { Api } from '../api.ts';
import type { UploadCall } from '../upload.ts';

export type UploadHost = {
  /** Called when an upload was refused because there is no session any more. */
  sessionEnded: (code: CallProblemCode) => void;
  /** Called when part of a file was sent: the person waits for that. */
  sessionUsed: () => void;
};

/** The flow of one file, which a call of the server takes. */
export const wireUpload = (api: Api, call: UploadCall, { sessionEnded, sessionUsed }: UploadHost) =>
  uploadMachine.provide({
    actors: {
      sendFile: fromPromise<TakenFile, Sending>(async ({ input, signal }) => {
        const { uploadFile } = await import('../upload.ts');
        return uploadFile({
          call,
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
  });
