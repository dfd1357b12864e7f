import type { AnyActorRef } from 'xstate';
import type { ConflictView } from '#contract/conflict.ts';
import type { ProcessView } from '#contract/process.ts';
import type { ConflictChoice, Correction } from '#domain/conflict.ts';
import type { Locale } from '#domain/locale.ts';
import type { Problem } from '../kit/problem.ts';

export type ConflictQuery = { processId: string; locale: Locale };

/** The decision of the person, by the keys of the fields, and the state that it is based on. */
export type Decided = ConflictQuery & {
  version: number;
  hash: string;
  apply: readonly string[];
  keep: readonly string[];
  correct: readonly string[];
};

export type ConflictInput = ConflictQuery & {
  /** Receives the report of the end. */
  parent?: AnyActorRef;
};

export type ConflictContext = ConflictQuery & {
  parent: AnyActorRef | null;
  conflict: ConflictView | null;
  /** Choices by the key of the field; a field without a choice is still to be decided. */
  choices: Readonly<Record<string, ConflictChoice>>;
  /** The last choice, where it was for all fields at once; null after a choice for one field. */
  choiceForAll: ConflictChoice | null;
  /** Number of attempts to continue undecided; it grows so that the error summary takes the focus each time. */
  failedAttempts: number;
  problem: Problem | null;
};

export type ConflictEvent =
  /** The person has chosen for one field, or for all that leave a choice. */
  | { type: 'choice.made'; key: string | null; choice: ConflictChoice }
  | { type: 'decision.confirmed' }
  /** The texts are loaded again, the choices stay. */
  | { type: 'locale.changed'; locale: Locale }
  | { type: 'network.restored' }
  | { type: 'retry.requested' };

/** Reports of the conflict to its parent. */
export type ConflictReport =
  /** `toCorrect`: what the person corrects in the form. */
  | { type: 'conflict.decided'; process: ProcessView; toCorrect: readonly Correction[] }
  /** Nothing is left to decide: another window has decided, or the data agrees by now. */
  | { type: 'conflict.vanished' }
  /** The conflict is not, or not any more, open to this login. */
  | { type: 'conflict.lost'; problem: Problem };
