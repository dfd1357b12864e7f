import type { AnyActorRef } from 'xstate';
import type { FormFrame } from '#contract/process.ts';
import type { RefusedFile } from '#contract/process-calls.ts';
import type { Locale } from '#domain/locale.ts';
import type { Problem } from '../kit/problem.ts';
import type { SavingReport } from '../saving/saving.types.ts';

/** Requests of the portal to a frame (docs/partners-forms.md). */
export type FrameWish =
  /** Asks whether the form is there; repeated until the frame is ready. */
  | { type: 'hello' }
  | { type: 'language'; locale: Locale }
  | { type: 'page'; page: string }
  | { type: 'save' };

export type CaseQuery = { processId: string; caseId: string };
/** Origin of a frame. */
export type FramePlace = { address: string; caseId: string };

export type EmbeddedInput = {
  processId: string;
  locale: Locale;
  frame: FormFrame;
  version: number;
  /** Whether to ask the server at once, although nothing was entered: "change the data" of completed data. */
  saveAtOnce?: boolean;
  /** Key of the page to open; without it, the one last seen. */
  page?: string | null;
  returnsToSummary?: boolean;
  /** Application, which receives the reports of a form. */
  parent?: AnyActorRef | null;
  /** The form machine that has opened the frame. */
  form?: AnyActorRef | null;
};

export type EmbeddedContext = {
  processId: string;
  /** Language wanted now; the frame was opened in `openedIn`. */
  locale: Locale;
  openedIn: Locale;
  frame: FormFrame;
  /** The version that was loaded. */
  version: number;
  parent: AnyActorRef | null;
  form: AnyActorRef | null;
  /** Key and title of the page on the screen; null until the frame has told them. */
  page: string | null;
  title: string | null;
  /** Page to ask the frame for as soon as it is ready. */
  wantedPage: string | null;
  returnsToSummary: boolean;
  /** Height of the frame's content, in px; null until the frame has told it. */
  height: number | null;
  /** Whether the form server lacks entries. */
  isDirty: boolean;
  /** Revision that the frame has named last. */
  revision: number;
  /** Whether the server has taken over everything that the frame has told. */
  isTaken: boolean;
  /** Last answer of the server whether the form is complete; null while one is missing. */
  complete: boolean | null;
  /** Whether the frame called the form complete and the form server did not. */
  isIncomplete: boolean;
  /** Files that make it incomplete. */
  refusedFiles: readonly RefusedFile[];
  /** Reason why the frame cannot be used any more. */
  over: Problem | null;
  /** Whether somebody has worked in the frame since the last prolongation of its session. */
  hasWorked: boolean;
  /** Whether the form server's session ends within two minutes. */
  isExpiring: boolean;
};

export type EmbeddedEvent =
  /** The form can be used; also the answer to "hello". */
  | { type: 'frame.readied'; page: string; title: string }
  | { type: 'frame.resized'; height: number }
  | { type: 'frame.pageShown'; page: string; title: string }
  | { type: 'frame.dirtied'; dirty: boolean }
  | { type: 'frame.progressed'; revision: number }
  | { type: 'frame.completed'; revision: number }
  /** The person goes back from the first page. */
  | { type: 'frame.cancelled' }
  /** The session of the form server has ended. */
  | { type: 'frame.ended' }
  /** The session of the form server ends within two minutes. */
  | { type: 'frame.warned' }
  /** The frame sends more messages than any form needs. */
  | { type: 'frame.flooded' }
  /** The screen that has the frame is shown. */
  | { type: 'frame.shown' }
  /** The frame has been taken off the page. */
  | { type: 'frame.removed' }
  /** A document was loaded into the frame. */
  | { type: 'frame.loaded' }
  | { type: 'page.backRequested' }
  | { type: 'page.chosen'; page: string | null; returnsToSummary?: boolean }
  | { type: 'page.requested'; page: string; returnsToSummary: boolean }
  | { type: 'summary.requested' }
  | { type: 'locale.changed'; locale: Locale }
  | { type: 'network.restored' }
  | { type: 'session.renewed' }
  | { type: 'editing.gained' }
  | { type: 'retry.requested' }
  | Exclude<SavingReport, { type: 'content.arrived' | 'content.joined' }>;

/** Report of a frame to the form machine: the form needs a new frame. */
export type FrameReport = {
  type: 'frame.discarded';
  page: string | null;
  returnsToSummary: boolean;
  locale: Locale;
};
