import type { AnyActorRef } from 'xstate';
import type { FormFrame } from '#contract/process.ts';
import type { AccessData, SavedProgress } from '#contract/process-calls.ts';
import type { Correction } from '#domain/conflict.ts';
import type { Locale } from '#domain/locale.ts';
import type { Evaluation, FormData, FormDefinition, FormValue } from '#forms/types.ts';
import type { FrameReport } from '../embedded/embedded.types.ts';
import type { Problem } from '../kit/problem.ts';
import type { SavingReport } from '../saving/saving.types.ts';
import type { PendingFile } from '../upload/pending-files.ts';
import type { ChosenFile, Picture, UploadReport } from '../upload/upload.types.ts';

/** Row that was removed from the repeating group at the path, and its position. */
export type RemovedRow = { path: string; index: number; row: FormValue };

/** Access data of the form of a process in one shape for all engines; their types are those of the form's rules. */
export type FormAccess = Pick<AccessData, 'version' | 'page'> & {
  form: FormDefinition | null;
  data: FormData;
  /** Looks of the pictures that the data names and the server can show in small, by their ids. */
  pictures?: Readonly<Record<string, Picture>>;
  /** This window has written the data last. */
  own?: boolean;
  /** The form runs on a form server, which has definition and data. */
  frame?: FormFrame;
};
export type FormQuery = { processId: string; locale: Locale };

export type FormInput = {
  processId: string;
  locale: Locale;
  /** Whether to save at once, although nothing was typed: "change the data" of completed data. */
  saveAtOnce?: boolean;
  /** Key of the page to open; without it, the one last seen. */
  page?: string | null;
  /** Whether that page is changed from the summary, so that continuing leads back there. */
  returnsToSummary?: boolean;
  /** Fields that the person has decided to correct, beginning on that page. */
  toCorrect?: readonly Correction[];
  /** Receives the reports of the form. */
  parent?: AnyActorRef;
};

export type FormContext = {
  processId: string;
  locale: Locale;
  parent: AnyActorRef | null;
  wantedPage: string | null;
  /** The frame of a form server that shows the form; null for a form of the portal's own. */
  frame: FormFrame | null;
  /** null before it is loaded, and for a form of a form server. */
  definition: FormDefinition | null;
  /** Data as typed; the evaluation holds the normalised data. */
  data: FormData;
  evaluation: Evaluation;
  /** Key of the page on the screen. */
  page: string;
  /** Pages already seen, for the overview. */
  visited: readonly string[];
  /** Whether the person came from the summary to change something: continuing leads back there. */
  returnsToSummary: boolean;
  /** Fields that the person still wants to correct. Their pages are opened before the summary. */
  toCorrect: readonly Correction[];
  /** Whether the page on the screen was opened because a change made it necessary. */
  isMadeNecessary: boolean;
  /** The version that was loaded. */
  version: number;
  /** Whether the saving has the content of the screen (`isTold`), and whether the server has it (`isSaved`). */
  isTold: boolean;
  isSaved: boolean;
  /** Data with which the form was opened, or which the summary has shown last; null before that. */
  summaryData: FormData | null;
  /** Reason why the form was not loaded. */
  problem: Problem | null;
  /** Number of attempts to continue with errors; after each one the error summary takes the focus. */
  failedAttempts: number;
  /** FormData paths of the errors at the last such attempt; other errors are not shown before the next one. */
  objected: readonly string[];
  /** Row removed last on this page, which can be put back. */
  removedRow: RemovedRow | null;
  /** Chosen files that are not part of the data yet, in the order of their choice. */
  pendingFiles: readonly PendingFile[];
  /** Looks of the pictures that the data names, as this window has read them or the server keeps them, by their ids. */
  pictures: Readonly<Record<string, Picture>>;
};

export type FormEvent =
  | { type: 'value.changed'; path: string; value: FormValue }
  | { type: 'row.removed'; path: string; index: number }
  /** The row removed last is put back. */
  | { type: 'row.restored' }
  | { type: 'files.chosen'; path: string; files: readonly ChosenFile[] }
  /** The person removes a pending file, or one that the data names. */
  | { type: 'file.removed'; path: string; id: string }
  | { type: 'file.retried'; id: string }
  /** The person uses a picture although the browser has its doubts. */
  | { type: 'picture.approved'; id: string }
  | UploadReport
  | { type: 'page.nextRequested' }
  | { type: 'page.backRequested' }
  /** Null stays on the current page. */
  | { type: 'page.chosen'; page: string | null; returnsToSummary?: boolean }
  /** The address names a page, by the browser's Back and Forward. */
  | { type: 'page.requested'; page: string; returnsToSummary: boolean }
  /** The address names the summary: everything is saved before it is shown. */
  | { type: 'summary.requested' }
  /** The language of the portal changed: the texts are loaded again, typed values stay. */
  | { type: 'locale.changed'; locale: Locale }
  /** The application goes to another authority: the form is loaded again for its area, typed values stay. */
  | { type: 'area.changed' }
  | { type: 'network.restored' }
  | { type: 'session.renewed' }
  /** This window edits again, after another one did. */
  | { type: 'editing.gained' }
  | { type: 'retry.requested' }
  | Exclude<SavingReport, { type: 'content.refused' }>
  | FrameReport;

/** Reports of the form to its parent. */
export type FormReport =
  | { type: 'form.saved'; saved: SavedProgress }
  /** A page is on the screen. */
  | { type: 'form.pageOpened'; page: string; returnsToSummary: boolean }
  /** The form stays on its page, whatever page the address named. */
  | { type: 'form.stayed' }
  | { type: 'form.finished' }
  | { type: 'form.left' }
  /**
   * The entries cannot be saved any more. `files` is the number of chosen files that are not part of the application.
   */
  | { type: 'form.lost'; problem: Problem; files: number };
