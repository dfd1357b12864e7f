import { formSetup, title } from '../form.setup.ts';

/**
 * Chosen files: each is an upload of its own, and a few are sent at the same time. A file counts, and is saved, as soon
 * as the server has stored it and the data names it.
 */
export const files = formSetup.createStateConfig({
  meta: title('files'),
  on: {
    'files.chosen': {
      actions: [
        { type: 'takeFiles', params: ({ event }) => ({ path: event.path, files: event.files }) },
        'grantTurns',
      ],
    },
    'upload.moved': {
      actions: [
        {
          type: 'noteMove',
          params: ({ event: { id, stage, problem } }) => ({ id, stage, problem }),
        },
        'grantTurns',
      ],
    },
    'upload.advanced': {
      actions: { type: 'noteProgress', params: ({ event: { id, loaded } }) => ({ id, loaded }) },
    },
    'upload.kept': {
      guard: { type: 'fileIsPending', params: ({ event }) => ({ id: event.id }) },
      actions: [
        { type: 'keepFile', params: ({ event: { id, file } }) => ({ id, file }) },
        { type: 'endUpload', params: ({ event }) => ({ id: event.id }) },
        'grantTurns',
      ],
    },
    'upload.removed': {
      actions: [
        { type: 'forgetFile', params: ({ event }) => ({ id: event.id }) },
        { type: 'endUpload', params: ({ event }) => ({ id: event.id }) },
        'grantTurns',
      ],
    },
    'file.removed': [
      {
        guard: { type: 'fileIsPending', params: ({ event }) => ({ id: event.id }) },
        actions: {
          type: 'tellUpload',
          params: ({ event }) => ({ id: event.id, event: { type: 'removal.requested' } }),
        },
      },
      { actions: { type: 'removeFile', params: ({ event: { path, id } }) => ({ path, id }) } },
    ],
    'file.retried': {
      actions: {
        type: 'tellUpload',
        params: ({ event }) => ({ id: event.id, event: { type: 'retry.requested' } }),
      },
    },
    'network.restored': {
      actions: { type: 'tellUploads', params: { event: { type: 'network.restored' } } },
    },
    'session.renewed': {
      actions: { type: 'tellUploads', params: { event: { type: 'session.renewed' } } },
    },
  },
});
