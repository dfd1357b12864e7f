import type { ProblemDetails } from '#contract/problem.ts';
import type { CallProblemCode } from '#domain/problem.ts';
/**
 * Reason why a call did not succeed, as the flows see it. `code` is a problem code of the server or one of the two that
 * only the browser knows: `network` (no answer) and `internal` (anything else).
 */
export type Problem = Pick<
  ProblemDetails,
  | 'processStatus'
  | 'limit'
  | 'fields'
  | 'trustLevel'
  | 'accepted'
  | 'startOver'
  | 'left'
  | 'sentence'
  | 'requestId'
> & {
  code: CallProblemCode;
  /** Seconds to wait before asking the server again. */
  retryAfter?: number | undefined;
};

/** Reads the problem from anything that an actor threw; an error without a code is `internal`. */
export function problemOf(error: unknown): Problem {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
    return error as Problem;
  }
  return { code: 'internal' };
}

/** The problem is one of these. */
export const isOneOf = ({ code }: Problem, ...codes: CallProblemCode[]): boolean => codes.includes(code);

/** The session ended on the server: the action can be repeated after a new login. */
export const sessionHasEnded = (problem: Problem): boolean =>
  isOneOf(problem, 'session-expired', 'login-required');

/** The login is weaker than the process requires. */
export const levelIsTooLow = ({ code }: Problem): boolean => code === 'trust-level-too-low';

/** The process is closed, or no longer open, to the current login: reading it again shows why. */
export const isClosedToViewer = (problem: Problem): boolean =>
  levelIsTooLow(problem) || isOneOf(problem, 'not-found', 'form-not-found', 'draft-expired');

/** The call is worth retrying without anyone changing anything. */
export const isTransient = (problem: Problem): boolean =>
  isOneOf(problem, 'network', 'internal', 'overloaded', 'too-many-requests') ||
  problem.code.endsWith('-unavailable');

/**
 * The data may have been written all the same: the server itself may not know whether it wrote before it lost its
 * database.
 */
export const mayHaveArrived = (problem: Problem): boolean =>
  isOneOf(problem, 'network', 'internal', 'database-unavailable');
