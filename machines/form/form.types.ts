import type { AnyActorRef } from 'xstate';
import type { FormFrame } from '#contract/process.ts';
import type { AccessData, SavedProgress } from '#contract/process-calls.ts';
import type { Correction } from '#domain/conflict.ts';
import type { Locale } from '#domain/locale.ts';
import type { Evaluation, FormData, FormDefinition, FormValue } from '#forms/types.ts';
import type { FrameReport } from '../embedded/embedded.types.ts';
import type { Problem } from '../kit/problem.ts';
import type { SavingReport } from '../saving/saving.types.ts';
import type { ChosenFile, UploadReport, UploadStage } from '../upload/upload.types.ts';

/** A row that was removed from the repeating group at the path, and where it stood. */
export type RemovedRow = { path: string; index: number; row: FormValue };

/** A chosen file that is not part of the data yet. Sizes in bytes. */
export type PendingFile = {
  id: string;
  /** FormData path of its field. */
  path: string;
  name: string;
  size: number;
  /** Bytes sent. */
  loaded: number;
  stage: UploadStage;
  problem: Problem | null;
};

/** Access data of the form of a process in one shape for all engines; their types are those of the form's rules. */
export type FormAccess = Pick<AccessData, 'version' | 'page'> & {
  form: FormDefinition | null;
  data: FormData;
  /** The form runs on a form server, which has definition and data. */
  frame?: FormFrame;
};
export type FormQuery = { processId: string; locale: Locale };

export type FormInput = {
  processId: string;
  locale: Locale;
  /** Save at once, although nothing was typed: "change the data" of completed data. */
  saveAtOnce?: boolean;
  /** Key of the page to open; without it, the one last seen. */
  page?: string | null;
  /** That page is changed from the summary, and continuing leads back there. */
  returnsToSummary?: boolean;
  /** What the person has said that they will correct, beginning on that page. */
  toCorrect?: readonly Correction[];
  /** Receives what was saved, and when the last page is left. */
  parent?: AnyActorRef;
};

export type FormContext = {
  processId: string;
  locale: Locale;
  parent: AnyActorRef | null;
  saveAtOnce: boolean;
  wantedPage: string | null;
  /** The frame of a form server that shows the form; null for a form of the portal's own. */
  frame: FormFrame | null;
  /** null before it is loaded, and for a form of a form server. */
  definition: FormDefinition | null;
  /** As typed; the evaluation holds the normalised data. */
  data: FormData;
  evaluation: Evaluation;
  /** Key of the page on the screen. */
  page: string;
  /** Pages already seen, for the overview. */
  visited: readonly string[];
  /** The person came from the summary to change something: continuing leads back there. */
  returnsToSummary: boolean;
  /** What they still want to correct, on the page on the screen and on others, which are opened before the summary. */
  toCorrect: readonly Correction[];
  /** The page on the screen was opened because a change made it necessary. */
  isMadeNecessary: boolean;
  /** The version that was loaded. */
  version: number;
  /** What is on the screen was given to be saved, and that is saved. */
  isTold: boolean;
  isSaved: boolean;
  /** The data as the form was opened with it, or as the summary has last shown it; null before that. */
  summaryData: FormData | null;
  /** Why it was not loaded. */
  problem: Problem | null;
  /** Counts the attempts to continue with errors, so that the error summary takes the focus each time. */
  failedAttempts: number;
  /** FormData paths of what was wrong at the last such attempt: nothing else is shown as wrong before the next one. */
  objected: readonly string[];
  /** The row removed last on this page: it can be put back. */
  removedRow: RemovedRow | null;
  /** The chosen files that are not part of the data yet, in the order they were chosen. */
  pendingFiles: readonly PendingFile[];
};

export type FormEvent =
  | { type: 'value.changed'; path: string; value: FormValue }
  | { type: 'row.removed'; path: string; index: number }
  /** The row removed last is put back. */
  | { type: 'row.restored' }
  | { type: 'files.chosen'; path: string; files: readonly ChosenFile[] }
  /** A pending file, or one that the data names. */
  | { type: 'file.removed'; path: string; id: string }
  | { type: 'file.retried'; id: string }
  | UploadReport
  | { type: 'page.nextRequested' }
  | { type: 'page.backRequested' }
  /** Null stays on the current page. */
  | { type: 'page.chosen'; page: string | null; returnsToSummary?: boolean }
  /** The address names a page, by the browser's Back and Forward. */
  | { type: 'page.requested'; page: string; returnsToSummary: boolean }
  /** The address names the summary: everything is saved before it is shown. */
  | { type: 'summary.requested' }
  /** The language of the portal changed: the texts are loaded again, what was typed stays. */
  | { type: 'locale.changed'; locale: Locale }
  /** It goes to another authority: the form is read again for its area, what was typed stays. */
  | { type: 'area.changed' }
  | { type: 'network.restored' }
  | { type: 'session.renewed' }
  /** This window edits again, after another one did. */
  | { type: 'editing.gained' }
  | { type: 'retry.requested' }
  | Exclude<SavingReport, { type: 'content.refused' }>
  | FrameReport;

/** What the form reports to its parent. */
export type FormReport =
  | { type: 'form.saved'; saved: SavedProgress }
  /** A page is on the screen. */
  | { type: 'form.pageOpened'; page: string; returnsToSummary: boolean }
  /** It stays on its page, whatever the address named. */
  | { type: 'form.stayed' }
  | { type: 'form.finished' }
  | { type: 'form.left' }
  /** `files`: how many were chosen and are not part of the application. */
  | { type: 'form.lost'; problem: Problem; files: number };
