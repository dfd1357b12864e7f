import type { ProblemDetails } from '#contract/problem.ts';
import type { Refusal } from '#domain/journal.ts';
import { type ProblemCode, problemStatus } from '#domain/problem.ts';

/** Members of the problem details that only some problems have. */
export type ProblemMembers = Partial<
  Pick<
    ProblemDetails,
    | 'accepted'
    | 'areas'
    | 'detail'
    | 'processStatus'
    | 'sentence'
    | 'version'
    | 'fields'
    | 'left'
    | 'limit'
    | 'startOver'
    | 'stays'
    | 'trustLevel'
  >
>;

/** Facts of a refusal that are not part of the problem details. */
export type RefusalFacts = {
  /** Seconds after which a retry makes sense, for `Retry-After`. */
  retryAfter?: number;
  /** The requested application that belongs to somebody else: the answer does not reveal it, the security log does. */
  foreign?: string;
  /** The event that a status machine has refused, for the journal. */
  refused?: Refusal;
};

/** A refusal that the caller must be able to act on: thrown anywhere, sent as problem details (RFC 9457). */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly details: ProblemMembers;
  readonly facts: RefusalFacts;

  constructor(code: ProblemCode, details: ProblemMembers = {}, facts: RefusalFacts = {}) {
    super(details.detail ?? code);
    this.name = 'ProblemError';
    this.code = code;
    this.details = details;
    this.facts = facts;
  }

  get status(): number {
    return problemStatus[this.code];
  }
}
