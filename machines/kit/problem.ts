import type { ProblemDetails } from '#contract/problem.ts';
import type { CallProblemCode } from '#domain/problem.ts';
/**
 * Reason why a call did not succeed, as the flows see it. `code` is a problem code of the server or one of the two that
 * only the browser knows: `network` (no answer) and `internal` (anything else).
 */
export type Problem = Pick<
  ProblemDetails,
  'processStatus' | 'limit' | 'fields' | 'trustLevel' | 'accepted' | 'startOver' | 'requestId'
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

/** The session ended on the server: the action can be repeated after a new login. */
export const sessionHasEnded = ({ code }: Problem): boolean =>
  code === 'session-expired' || code === 'login-required';

/** The login is weaker than the process requires. */
export const levelIsTooLow = ({ code }: Problem): boolean => code === 'trust-level-too-low';

/** The process is closed, or no longer open, to the current login: reading it again shows why. */
export const isClosedToViewer = (problem: Problem): boolean =>
  levelIsTooLow(problem) ||
  problem.code === 'not-found' ||
  problem.code === 'form-not-found' ||
  problem.code === 'draft-expired';

/** The call is worth retrying without anyone changing anything. */
export const isTransient = ({ code }: Problem): boolean =>
  code === 'network' ||
  code === 'internal' ||
  code === 'overloaded' ||
  code === 'too-many-requests' ||
  code.endsWith('-unavailable');

/**
 * The data may have been written all the same: the server itself may not know whether it wrote before it lost its
 * database.
 */
export const mayHaveArrived = ({ code }: Problem): boolean =>
  code === 'network' || code === 'internal' || code === 'database-unavailable';
