import type { AnyActorRef } from 'xstate';
import type { FileRules } from '#forms/files.ts';
import type { FileValue } from '#forms/types.ts';
import type { Problem } from '../kit/problem.ts';

/** A file as the person chose it. `content` is for the sender alone; `type` is '' when the browser does not know it. */
export type ChosenFile = { name: string; size: number; type: string; content: unknown };

/** Doubts of the browser about a picture: they may be wrong, and stop nobody. */
export const pictureDoubts = ['blurred', 'blank', 'dark', 'landscape'] as const;
export type PictureDoubt = (typeof pictureDoubts)[number];

/** Look of a picture that the browser has read. */
export type Picture = {
  /** The picture in small, as a data address. */
  preview: string;
  /** Bytes before it was made smaller or turned into JPEG; null if it is sent as it was chosen. */
  sizeBefore: number | null;
  doubt: PictureDoubt | null;
};

export type Preparation = { file: ChosenFile; rules: FileRules };
/** The file to be sent, which may be another one than was chosen; without a picture, the browser could not read it. */
export type Prepared = { file: ChosenFile; picture: Picture | null };

/** Stage of a file that is not part of the form data yet. */
export type UploadStage =
  | 'preparing'
  | 'queued'
  | 'sending'
  | 'checking'
  | 'postponed'
  | 'quarantined'
  | 'failed'
  | 'refused';

/** Input of the sender; it reports to `progress` the bytes sent. */
export type Sending = {
  processId: string;
  path: string;
  file: ChosenFile;
  /** The window sends it again by itself: the person may have left. */
  unattended: boolean;
  progress: AnyActorRef;
};

/** Question to the server about a file. */
export type Question = { processId: string; fileId: string };

export type UploadInput = {
  id: string;
  processId: string;
  file: ChosenFile;
  /** Objection to the file before a byte of it is sent. */
  objection: Problem | null;
  /** Limits that a picture is prepared for before it is sent; null for any other file. */
  picture: FileRules | null;
  /** Receives everything that happens to the file. */
  parent?: AnyActorRef;
};

export type UploadContext = Omit<UploadInput, 'objection' | 'parent'> & {
  parent: AnyActorRef | null;
  problem: Problem | null;
  /** Data path of the file field at the time of sending. */
  path: string;
  /** Id of the file on the server, once it has been accepted; '' before. */
  fileId: string;
  /** Number of questions to the server about the result of its check. */
  asked: number;
  /** Number of times that the server has asked for the file to be sent again later. */
  postponed: number;
};

export type UploadEvent =
  /** The turn of this file has come. */
  | { type: 'turn.granted'; path: string }
  | { type: 'bytes.sent'; loaded: number }
  /** The last byte was sent: the server checks the file. */
  | { type: 'file.delivered' }
  | { type: 'retry.requested' }
  | { type: 'network.restored' }
  | { type: 'session.renewed' }
  | { type: 'removal.requested' };

/** Reports of an upload to the form that it belongs to. */
export type UploadReport =
  | ({ type: 'upload.prepared'; id: string } & Prepared)
  | { type: 'upload.moved'; id: string; stage: UploadStage; problem: Problem | null }
  | { type: 'upload.advanced'; id: string; loaded: number }
  | { type: 'upload.kept'; id: string; file: FileValue }
  | { type: 'upload.removed'; id: string };
