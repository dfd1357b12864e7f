import { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { UploadContext, UploadEvent, UploadInput } from '#machines/upload/upload.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

const file = { name: 'a.pdf', size: 9, type: 'application/pdf', content: null };

const photo = { name: 'a.heic', size: 9, type: 'image/heic', content: null };
const rules = { filePattern: 'image/jpeg', fileMaxSize: '1MB' };
const jpeg = { ...photo, name: 'a.jpg', type: 'image/jpeg' };
const picture = { preview: 'data:', sizeBefore: 9, doubt: 'blurred' } as const;
const refusal = { code: 'file-type-refused', limit: rules.filePattern } as const;

const taken = (checked: boolean) => ({
  id: 'kept',
  name: 'a.pdf',
  size: 9,
  type: 'application/pdf',
  checked,
});

export const uploadEnds: Ends<UploadContext> = {
  preparePicture: () => ({
    outputs: [
      { file: jpeg, picture },
      { file: photo, picture: null },
    ],
    errors: [{ code: 'internal' }],
  }),
  sendFile: () => ({
    outputs: [taken(true), taken(false)],
    errors: [
      { code: 'network' },
      { code: 'session-expired' },
      { code: 'too-many-requests' },
      { code: 'overloaded', retryAfter: 1 },
      { code: 'file-type-refused' },
    ],
  }),
  askForCheck: () => ({
    outputs: [taken(true), taken(false)],
    errors: [{ code: 'network' }, { code: 'session-expired' }, { code: 'file-infected' }],
  }),
};

const events: readonly UploadEvent[] = [
  { type: 'turn.granted', path: 'proof' },
  { type: 'bytes.sent', loaded: 5 },
  { type: 'file.delivered' },
  { type: 'retry.requested' },
  { type: 'network.restored' },
  { type: 'session.renewed' },
  { type: 'removal.requested' },
];

export type UploadStep = UploadEvent | InternalEvent;

export const uploadSubject: Subject<UploadStep, UploadContext, UploadInput> = {
  name: 'upload',
  machine: uploadMachine,
  starts: [
    { id: 'a file', input: { id: 'upload-1', processId: 'p', file, objection: null, picture: null } },
    {
      id: 'an empty file',
      input: { id: 'upload-1', processId: 'p', file, objection: { code: 'file-empty' }, picture: null },
    },
    {
      id: 'a photo',
      input: { id: 'upload-1', processId: 'p', file: jpeg, objection: null, picture: rules },
    },
    {
      id: 'a photo of a kind that is not taken',
      input: { id: 'upload-1', processId: 'p', file: photo, objection: refusal, picture: rules },
    },
  ],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, uploadEnds)],
  abstraction: ({ problem }) => problem?.code ?? null,
  sentences: {
    ...internalSentences,
    'turn.granted': () => 'it is the turn of the file',
    'bytes.sent': () => 'a part of the file has left',
    'file.delivered': () => 'the last byte has left',
    'retry.requested': () => 'the person sends the file again',
    'network.restored': () => 'the network is back',
    'session.renewed': () => 'the person has logged in again',
    'removal.requested': () => 'the person removes the file',
  },
};
