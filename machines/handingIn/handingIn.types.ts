import type { HandInPage } from '#contract/hand-in.ts';
import type { Locale } from '#domain/locale.ts';
import type { Refreshing, TabEvent } from '../kit/asking-again.ts';
import type { Problem } from '../kit/problem.ts';
import type { PendingFile } from '../upload/pending-files.ts';
import type { ChosenFile, Picture, UploadReport } from '../upload/upload.types.ts';

/** A file that the server has, and that is not handed in yet. */
export type ArrivedFile = HandInPage['files'][number];

/** Request about a sent application. */
export type HandInQuery = { processId: string; locale: Locale };

export type HandingInInput = HandInQuery;

export type HandingInContext = HandingInInput &
  Refreshing & {
    /** The documents that are owed, have arrived and were handed in; null before they are loaded. */
    page: HandInPage | null;
    /** Files on their way to the server. */
    pendingFiles: readonly PendingFile[];
    /** Looks of the pictures that arrived from this window, by the ids of their files. */
    pictures: Readonly<Record<string, Picture>>;
    /** Files that arrived since the last question to the server: its answer may not know them. */
    arrived: readonly ArrivedFile[];
    /** The file that is to be removed from the server, or the hand-in that is to be tried again. */
    chosen: string | null;
    /** Attempts to hand in that could not be carried out: nothing was there, or a file had not arrived. */
    failedAttempts: number;
    /** The last attempt was carried out, and nothing was chosen since. */
    isDone: boolean;
    /** The texts are those of another language. */
    textsAreOld: boolean;
    /** The problem of the last call. */
    problem: Problem | null;
  };

export type HandingInEvent =
  | { type: 'files.chosen'; path: string; files: readonly ChosenFile[] }
  /** The person removes a file that is on its way, or has arrived. */
  | { type: 'file.removed'; id: string }
  | { type: 'file.retried'; id: string }
  /** The person uses a picture although the browser has its doubts. */
  | { type: 'picture.approved'; id: string }
  /** The person hands in what is there. */
  | { type: 'handIn.requested' }
  /** The person has a failed hand-in tried again. */
  | { type: 'handIn.retried'; id: string }
  | { type: 'retry.requested' }
  | { type: 'network.restored' }
  | TabEvent
  | { type: 'locale.changed'; locale: Locale }
  | UploadReport;
