import type { Mover } from '#domain/journal.ts';
import type { StatusMachine } from '#domain/status-machine.ts';

/** One entry of a journal: a move, or the start of a machine, whose event, state before and rule are null. */
export type CourseEntry = {
  machine: StatusMachine;
  /** Number of the attempt to pay, the e-mail or the hand-in; null for every other machine. */
  attempt: number | null;
  event: string | null;
  from: string | null;
  to: string;
  rule: string | null;
  by: Mover;
  /** How often the same move was made in a row. */
  times: number;
};

/** All that the laws know of one application: what happened, in its order, and where it stands now. */
export type Course = {
  entries: readonly CourseEntry[];
  /** False where further moves are counted at earlier entries, so that the order is not known (journal/entries.ts). */
  isInOrder: boolean;
  /** Where each of its machines stands. */
  places: readonly { machine: StatusMachine; attempt: number | null; state: string }[];
  /** Whether its process says that it is being sent. */
  running: boolean;
  money: {
    /** Money that the provider has reported as paid, all attempts together, in cents. */
    paidCents: number;
    /** The part of it that pays the fee. */
    heldCents: number;
    /** The part of it that is, or was, to be returned. */
    returnedCents: number;
  };
  /** Packages of this application that the authority has; null where nobody has counted them. */
  deliveries: number | null;
};
