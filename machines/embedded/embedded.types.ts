import type { AnyActorRef } from 'xstate';
import type { FormFrame } from '#contract/process.ts';
import type { RefusedFile } from '#contract/process-calls.ts';
import type { Locale } from '#domain/locale.ts';
import type { Problem } from '../kit/problem.ts';
import type { SavingReport } from '../saving/saving.types.ts';

/** What the portal asks of a frame (docs/partners-forms.md). */
export type FrameWish =
  /** Is anybody there? Repeated until the frame is ready. */
  | { type: 'hello' }
  | { type: 'language'; locale: Locale }
  | { type: 'page'; page: string }
  | { type: 'save' };

export type CaseQuery = { processId: string; caseId: string };
/** Where a frame comes from. */
export type FramePlace = { address: string; caseId: string };

export type EmbeddedInput = {
  processId: string;
  locale: Locale;
  frame: FormFrame;
  version: number;
  /** Ask the server at once, although nothing was entered: "change the data" of completed data. */
  saveAtOnce?: boolean;
  /** Key of the page to open; without it, the one last seen. */
  page?: string | null;
  returnsToSummary?: boolean;
  /** Receives what a form reports: the application. */
  parent?: AnyActorRef | null;
  /** The form machine that has opened the frame. */
  form?: AnyActorRef | null;
};

export type EmbeddedContext = {
  processId: string;
  /** The language wanted now; the frame was opened in `openedIn`. */
  locale: Locale;
  openedIn: Locale;
  frame: FormFrame;
  /** The version that was loaded. */
  version: number;
  parent: AnyActorRef | null;
  form: AnyActorRef | null;
  /** Key and title of the page on the screen; null until the frame has said so. */
  page: string | null;
  title: string | null;
  /** Page that the frame is asked for as soon as it is ready. */
  wantedPage: string | null;
  returnsToSummary: boolean;
  /** Of the frame's content, in px; null until the frame has said so. */
  height: number | null;
  /** Entries that the form server has not stored. */
  isDirty: boolean;
  /** The revision that the frame has named last. */
  revision: number;
  /** The server has taken over all that the frame has told. */
  isTaken: boolean;
  /** What the server said last; null while it has not answered to what the frame told. */
  complete: boolean | null;
  /** The frame said that everything is filled in, the form server does not. */
  isIncomplete: boolean;
  /** Why, where it is because of files. */
  refusedFiles: readonly RefusedFile[];
  /** Why the frame cannot be used any more. */
  over: Problem | null;
  /** Somebody has worked in the frame since its session was last prolonged. */
  hasWorked: boolean;
  /** The form server's session ends within two minutes. */
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
  /** Back from the first page. */
  | { type: 'frame.cancelled' }
  /** The session of the form server has ended. */
  | { type: 'frame.ended' }
  /** It ends within two minutes. */
  | { type: 'frame.warned' }
  /** More messages than any form needs. */
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
  | Exclude<SavingReport, { type: 'content.arrived' }>;

/** What a frame reports to the form machine: it is done with, and the form is opened in a new one. */
export type FrameReport = {
  type: 'frame.discarded';
  page: string | null;
  returnsToSummary: boolean;
  locale: Locale;
};
