import type { AnyActorRef } from 'xstate';
import type { SavedProgress } from '#contract/process-calls.ts';
import type { Locale } from '#domain/locale.ts';
import type { FormData, FormDefinition } from '#forms/types.ts';
import type { Problem } from '../kit/problem.ts';

/** What a form of the portal's own has to be saved: the data, and the page on the screen. */
type Entries = { data: FormData; page: string | null };
/** What a form server has stored for this case: the server asks it, and takes over what it answers. */
type Case = { caseId: string; data?: undefined };
/** What is to be written. */
export type Content = Entries | Case;

export type SavingQuery = { processId: string; locale: Locale; content: Content };
export type Progress = SavingQuery & { version: number };

/** What the server has stored. It has no form where a form server shows it: then nobody else can write. */
export type Stored = { version: number; form: FormDefinition | null; data: FormData };

/** What was sent, and which revision it was. */
export type Sending = { revision: number; content: Content };

export type SavingInput = SavingQuery & {
  /** The version that was loaded. */
  version: number;
  /** Save at once, although nothing was changed: "change the data" of completed data. */
  saveAtOnce: boolean;
  /** Receives what has become of the content: the form, or the frame. */
  parent?: AnyActorRef;
};

export type SavingContext = SavingQuery & {
  parent: AnyActorRef | null;
  /** The version that the next write is based on. */
  version: number;
  /** Counts the changes of the content; what is saved is the revision at the time of sending. */
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
  /** Until the next attempt, while there is a pause. */
  secondsLeft: number;
  problem: Problem | null;
};

export type SavingEvent =
  | { type: 'content.changed'; content: Content }
  | { type: 'locale.changed'; locale: Locale }
  /** The person goes to another page: what is to be written is not waited for. */
  | { type: 'save.requested' }
  /** The person goes on after a refusal. */
  | { type: 'save.retried' }
  | { type: 'network.restored' }
  | { type: 'session.renewed' }
  /** This window edits again, after another one did. */
  | { type: 'editing.gained' }
  /** Another window saved a newer state: take it and lose what is unsaved here. */
  | { type: 'newerState.requested' }
  /** Not yet: the person wants to look at the screen first. The question is not repeated. */
  | { type: 'newerState.postponed' };

/** What the saving reports to its parent. */
export type SavingReport =
  /** `isCurrent`: nothing has changed since it was sent. */
  | { type: 'content.saved'; isCurrent: boolean; saved: SavedProgress }
  /** A write had arrived, only its answer was lost. */
  | { type: 'content.arrived'; isCurrent: boolean }
  /** The server does not take it, or has something newer. */
  | { type: 'content.refused'; problem: Problem }
  /** There is nothing to save to any more, or the newer state is taken: the application decides what to show. */
  | { type: 'content.lost'; problem: Problem };
