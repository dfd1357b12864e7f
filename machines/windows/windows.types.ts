import type { EditedElsewhere, EditingView } from '#contract/editing.ts';
import type { Problem } from '../kit/problem.ts';

export type WindowsContext = {
  /** The application on the screen; null while none of it can be edited. */
  processId: string | null;
  /** The window that edits instead; null while this one does, or while that is not known. */
  elsewhere: EditedElsewhere | null;
  /** Milliseconds until the next report. */
  againMs: number;
  /** This window has edited the application: if it does not any more, another one took over. */
  hasEdited: boolean;
  /** A write was refused: editing begins anew after that. */
  isBarred: boolean;
  /** The problem for which taking over has failed. */
  problem: Problem | null;
};

export type WindowQuery = { processId: string };
/** Query of a report. `waits`: the answer may come late, as soon as another window wants to edit. */
export type ReportQuery = WindowQuery & { waits: boolean };
export type Report = EditingView;

export type WindowsEvent =
  /** An application that can be edited is on the screen. */
  | { type: 'application.shown'; processId: string }
  /** No application that can be edited is on the screen any more. */
  | { type: 'application.left' }
  /** A write was refused because another window edits. */
  | { type: 'write.refused' }
  /** Another window of this browser wants to edit. */
  | { type: 'editing.requested' }
  /** The person wants to edit here. */
  | { type: 'takeover.requested' }
  /**
   * The window is back on the screen: from another tab, from the history, from sleep, or after the network was gone.
   */
  | { type: 'window.returned' }
  | { type: 'session.renewed' };
