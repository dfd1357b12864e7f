import type { AnyActorRef } from 'xstate';
import type { SavedProgress } from '#contract/process-calls.ts';
import type { Locale } from '#domain/locale.ts';
import type { FormData, FormDefinition } from '#forms/types.ts';
import type { Problem } from '../kit/problem.ts';

/** Content of a form of the portal's own: the data, and the page on the screen. */
type Entries = { data: FormData; page: string | null };
/** Content of a form server for this case: the server asks for it, and takes over the answer. */
type Case = { caseId: string; data?: undefined };
/** Content to be written. */
export type Content = Entries | Case;

export type SavingQuery = { processId: string; locale: Locale; content: Content };
export type Progress = SavingQuery & { version: number };

/** Stored state of the server. It has no form where a form server shows the form: then nobody else can write. */
export type Stored = {
  version: number;
  form: FormDefinition | null;
  data: FormData;
  /** This window has written it, on this page or on the one before. */
  own: boolean;
};

/** Content that was sent, and its revision. */
export type Sending = { revision: number; content: Content };

export type SavingInput = SavingQuery & {
  /** The version that was loaded. */
  version: number;
  /** Whether to save at once, although nothing was changed: "change the data" of completed data. */
  saveAtOnce: boolean;
  /** Form or frame that receives the reports. */
  parent?: AnyActorRef;
};

export type SavingContext = SavingQuery & {
  parent: AnyActorRef | null;
  /** The version that the next write is based on. */
  version: number;
  /** Number of changes of the content; a write saves the revision at the time of sending. */
  revision: number;
  savedRevision: number;
  /** The content as this window last loaded or saved it. */
  savedContent: Content;
  /** The write in progress. */
  sent: Sending | null;
  /** Writes based on `version` that were never answered: one of them may have been applied. */
  unanswered: readonly Sending[];
  savedAt: string | null;
  attempts: number;
  /** Seconds until the next attempt, during a pause. */
  secondsLeft: number;
  problem: Problem | null;
};

export type SavingEvent =
  | { type: 'content.changed'; content: Content }
  | { type: 'locale.changed'; locale: Locale }
  /** The person goes to another page: the content is written without a pause. */
  | { type: 'save.requested' }
  /** The person goes on after a refusal. */
  | { type: 'save.retried' }
  | { type: 'network.restored' }
  | { type: 'session.renewed' }
  /** This window edits again, after another one did. */
  | { type: 'editing.gained' }
  /** The person takes the newer state of another window, and loses the unsaved entries of this one. */
  | { type: 'newerState.requested' }
  /** The person wants to look at the screen first. The question is not repeated. */
  | { type: 'newerState.postponed' };

/** Reports of the saving to its parent. */
export type SavingReport =
  /** `isCurrent`: nothing has changed since it was sent. */
  | { type: 'content.saved'; isCurrent: boolean; saved: SavedProgress }
  /** A write had arrived; only its answer was lost. */
  | { type: 'content.arrived'; isCurrent: boolean }
  /** An earlier page of this window had written something else: the data of both. */
  | { type: 'content.joined'; data: FormData }
  /** The server does not take the content, or has something newer. */
  | { type: 'content.refused'; problem: Problem }
  /** There is nothing to save to any more, or the newer state is taken: the application decides what to show. */
  | { type: 'content.lost'; problem: Problem };
