import type { AnyActorRef } from 'xstate';
import type { ConflictView } from '#contract/conflict.ts';
import type { ProcessView } from '#contract/process.ts';
import type { ConflictChoice, Correction } from '#domain/conflict.ts';
import type { Locale } from '#domain/locale.ts';
import type { Problem } from '../kit/problem.ts';

export type ConflictQuery = { processId: string; locale: Locale };

/** What the person decided, by the keys of the fields, and what it is based on. */
export type Decided = ConflictQuery & {
  version: number;
  hash: string;
  apply: readonly string[];
  keep: readonly string[];
  correct: readonly string[];
};

export type ConflictInput = ConflictQuery & {
  /** Receives how it ended. */
  parent?: AnyActorRef;
};

export type ConflictContext = ConflictQuery & {
  parent: AnyActorRef | null;
  conflict: ConflictView | null;
  /** By the key of the field; a field without a choice is still to be decided. */
  choices: Readonly<Record<string, ConflictChoice>>;
  /** The last choice, where it was for all fields at once; null after a choice for one field. */
  choiceForAll: ConflictChoice | null;
  /** Counts the attempts to continue undecided, so that the error summary takes the focus each time. */
  failedAttempts: number;
  problem: Problem | null;
};

export type ConflictEvent =
  /** For one field, or for all that leave a choice. */
  | { type: 'choice.made'; key: string | null; choice: ConflictChoice }
  | { type: 'decision.confirmed' }
  /** The texts are loaded again, the choices stay. */
  | { type: 'locale.changed'; locale: Locale }
  | { type: 'network.restored' }
  | { type: 'retry.requested' };

/** What the conflict reports to its parent. */
export type ConflictReport =
  /** `toCorrect`: what the person corrects in the form. */
  | { type: 'conflict.decided'; process: ProcessView; toCorrect: readonly Correction[] }
  /** There is nothing left to decide: another window has, or the data agrees by now. */
  | { type: 'conflict.vanished' }
  /** It is not open to this login, or not any more. */
  | { type: 'conflict.lost'; problem: Problem };
