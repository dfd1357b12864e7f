import type { StatusMachine } from './status-machine.ts';

/**
 * Those who make moves: the person, by an action in the portal; the payment provider, by its answer or by opening a
 * payment; the authority or its delivery service, by a signed event; an operator, who sets right what is stuck; the
 * server by itself, by a job, a timer or a step that follows another.
 */
export const movers = ['person', 'paymentProvider', 'authority', 'operator', 'server'] as const;
export type Mover = (typeof movers)[number];

/** A move of the machine of a process, before it is recorded. */
export type Move = {
  processId: string;
  machine: StatusMachine;
  /** Number of the attempt to pay, or of the e-mail of the application; null for every other machine. */
  attempt: number | null;
  /** Null for the start of the machine, like `from` and `rule`. */
  event: string | null;
  from: string | null;
  to: string;
  rule: string | null;
  by: Mover;
};

/** An event that the machine of a process has refused. */
export type Refusal = Pick<Move, 'processId' | 'machine' | 'attempt' | 'by'> & {
  event: string;
  from: string;
};
