import type { FileValue } from '#forms/types.ts';
import { aboutEvent } from '../../kit/params.ts';
import { formSetup, title } from '../form.setup.ts';
import type { FormContext } from '../form.types.ts';

/** The picture in small of a file that the server has just taken. */
const keptPreview = ({
  context: { processId, pendingFiles },
  event: { id, file },
}: {
  context: FormContext;
  event: { id: string; file: FileValue };
}) => ({
  processId,
  fileId: file.id,
  preview: pendingFiles.find((it) => it.id === id)?.picture?.preview ?? null,
});

/**
 * Chosen files: each is an upload of its own, and a few are sent at the same time. A file counts, and is saved, as soon
 * as the server has stored it and the data names it.
 */
export const files = formSetup.createStateConfig({
  meta: title('files'),
  on: {
    'files.chosen': { actions: [{ type: 'takeFiles', params: aboutEvent }, 'grantTurns'] },
    'upload.prepared': { actions: { type: 'notePicture', params: aboutEvent } },
    'upload.moved': { actions: [{ type: 'noteMove', params: aboutEvent }, 'grantTurns'] },
    'upload.advanced': { actions: { type: 'noteProgress', params: aboutEvent } },
    'upload.kept': {
      guard: { type: 'fileIsPending', params: aboutEvent },
      actions: [
        { type: 'storePreview', params: keptPreview },
        { type: 'keepFile', params: aboutEvent },
        { type: 'endUpload', params: aboutEvent },
        'grantTurns',
      ],
    },
    'upload.removed': {
      actions: [
        { type: 'forgetFile', params: aboutEvent },
        { type: 'endUpload', params: aboutEvent },
        'grantTurns',
      ],
    },
    'file.removed': [
      {
        guard: { type: 'fileIsPending', params: aboutEvent },
        actions: {
          type: 'tellUpload',
          params: ({ event }) => ({ id: event.id, event: { type: 'removal.requested' } }),
        },
      },
      { actions: { type: 'removeFile', params: aboutEvent } },
    ],
    'file.retried': {
      actions: {
        type: 'tellUpload',
        params: ({ event }) => ({ id: event.id, event: { type: 'retry.requested' } }),
      },
    },
    'picture.approved': { actions: { type: 'approvePicture', params: aboutEvent } },
    'network.restored': { actions: { type: 'tellUploads', params: { type: 'network.restored' } } },
    'session.renewed': { actions: { type: 'tellUploads', params: { type: 'session.renewed' } } },
  },
});
