import type { StatusMachine } from './status-machine.ts';

/**
 * Those who make moves: the person, by an action in the portal; the payment provider, by its answer or by opening a
 * payment; the authority or its delivery service, by a signed event; the server by itself, by a job, a timer or a step
 * that follows another.
 */
export const movers = ['person', 'paymentProvider', 'authority', 'server'] as const;
export type Mover = (typeof movers)[number];

/** One move of a status machine, or an event that it refused; contains nothing about a person. */
export type JournalEntry = {
  machine: StatusMachine;
  /** Number of the attempt to pay; null for every other machine. */
  attempt: number | null;
  /** Type of the event; null for the start of the machine. */
  event: string | null;
  /** State before; null for the start. */
  from: string | null;
  /** State after; null when the event was refused. */
  to: string | null;
  /** Id of the rule by which it moved (`PROC-16`); null for the start and when the event was refused. */
  rule: string | null;
  by: Mover;
  /** ISO 8601: when it happened, for the first time if it was repeated. */
  at: string;
  /** ISO 8601: when it happened last. */
  lastAt: string;
  refused: boolean;
  /** Number of times in a row; for a refused event, number in all. */
  times: number;
};

/** A move of the machine of a process, before it is recorded. */
export type Move = Pick<JournalEntry, 'machine' | 'attempt' | 'event' | 'from' | 'rule' | 'by'> & {
  processId: string;
  to: string;
};

/** An event that the machine of a process has refused. */
export type Refusal = Pick<JournalEntry, 'machine' | 'attempt' | 'by'> & {
  processId: string;
  event: string;
  from: string;
};
