import type { CallProblemCode } from '#domain/problem.ts';

/** Nothing has failed: the text says all there is to know, and what to do. */
const ANSWERS: ReadonlySet<CallProblemCode> = new Set([
  'place-not-covered',
  'place-required',
  'place-needs-login',
  'form-invalid',
  'summary-changed',
  'statement-missing',
  'version-conflict',
  'edited-elsewhere',
  'login-required',
  'login-not-accepted',
  'login-incomplete',
  'trust-level-too-low',
  'session-expired',
  'draft-expired',
  'download-expired',
  'too-many-applications',
  'too-many-anonymous',
  'saved-answers-damaged',
  'saved-answers-code',
  'saved-answers-expired',
  'saved-answers-other',
]);

/** Whether the number in the server's log may help somebody who is asked for help. */
export const helpsSupport = (code: CallProblemCode): boolean => !ANSWERS.has(code);
