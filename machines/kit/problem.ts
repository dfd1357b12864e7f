import type { CallProblemCode } from '#domain/problem.ts';
import type { ProcessStatus } from '#domain/process-status.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
/**
 * Why a call did not succeed, as the flows see it. `code` is a problem code of the service or one of the
 * two that only the browser knows: `network` (no answer) and `internal` (anything else).
 */
export type Problem = {
  code: CallProblemCode;
  /** Present status of the process, with a status conflict. */
  processStatus?: ProcessStatus | undefined;
  /** Limit in bytes or accepted types, with a refused file. */
  limit?: number | string | undefined;
  /** Names of the wrong fields. */
  fields?: readonly { name: string; reason: string }[] | undefined;
  /** Trust level that is asked for, with trust-level-too-low. */
  trustLevel?: TrustLevel | undefined;
  /** Service and place (LeiKa key, regional key) to start anew with, when a draft has expired. */
  startOver?: { leiKaId: string; area: string } | undefined;
  /** Number in the service's log, for support. */
  requestId?: string | undefined;
  /** Seconds after which the service wants to be asked again. */
  retryAfter?: number | undefined;
};

/** Reads the problem out of whatever an actor threw; what carries no code is `internal`. */
export function problemOf(error: unknown): Problem {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
    return error as Problem;
  }
  return { code: 'internal' };
}

/** The session has ended on the server: what was to be done can be done after a new login. */
export const sessionHasEnded = ({ code }: Problem): boolean =>
  code === 'session-expired' || code === 'login-required';

/** The login is weaker than what the process is about asks for. */
export const levelIsTooLow = ({ code }: Problem): boolean => code === 'trust-level-too-low';

/** The process is not open, or not any more, to whoever is logged in now: asking for it again says why. */
export const isClosedToViewer = (problem: Problem): boolean =>
  levelIsTooLow(problem) ||
  problem.code === 'not-found' ||
  problem.code === 'form-not-found' ||
  problem.code === 'draft-expired';

/** Worth trying again without anybody changing anything. */
export const isTransient = ({ code }: Problem): boolean =>
  code === 'network' ||
  code === 'internal' ||
  code === 'overloaded' ||
  code === 'too-many-requests' ||
  code.endsWith('-unavailable');

/** `params` of actions and guards that speak of the error an actor ended with. */
export const aboutError = ({ event }: { event: { error: unknown } }): { problem: Problem } => ({
  problem: problemOf(event.error),
});
