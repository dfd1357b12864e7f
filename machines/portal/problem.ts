/**
 * Why a call did not succeed, as the flows see it. `code` is a problem code of the service or one of the
 * two that only the browser knows: `network` (no answer) and `internal` (anything else).
 */
export type Problem = {
  code: string;
  /** Present status of the process, with a status conflict. */
  processStatus?: string | undefined;
  /** Limit in bytes or accepted types, with a refused file. */
  limit?: number | string | undefined;
  /** Names of the wrong fields. */
  fields?: readonly { name: string; reason: string }[] | undefined;
  /** Service and place (LeiKa key, regional key) to start anew with, when a draft has expired. */
  startOver?: { leiKaId: string; area: string } | undefined;
  /** Number in the service's log, for support. */
  requestId?: string | undefined;
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

/** Worth trying again without anybody changing anything. */
export const isTransient = ({ code }: Problem): boolean =>
  code === 'network' || code === 'internal' || code === 'too-many-requests' || code.endsWith('-unavailable');

/** `params` of actions and guards that speak of the error an actor ended with. */
export const aboutError = ({ event }: { event: { error: unknown } }): { problem: Problem } => ({
  problem: problemOf(event.error),
});
