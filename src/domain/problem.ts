/**
 * Stable codes of the problem details (RFC 9457) that the server returns. Both languages translate each (locales:
 * errors). The status is fixed per code.
 */
export const problemStatus = {
  'parameter-missing': 400,
  'input-invalid': 400,
  'xsrf-mismatch': 403,
  'login-required': 401,
  'session-expired': 401,
  'operator-login-required': 401,
  'trust-level-too-low': 403,
  'login-not-accepted': 403,
  'login-incomplete': 403,
  'login-not-recent': 403,
  'not-found': 404,
  'service-not-found': 410,
  'form-not-found': 404,
  'draft-expired': 410,
  'download-expired': 410,
  'status-conflict': 409,
  'still-under-way': 409,
  'version-conflict': 409,
  'summary-changed': 409,
  'edited-elsewhere': 409,
  'form-invalid': 422,
  'statement-missing': 422,
  'data-unsendable': 500,
  'place-not-covered': 422,
  'place-required': 422,
  'place-needs-login': 422,
  'file-empty': 400,
  'file-too-large': 413,
  'file-type-refused': 415,
  'file-limit-reached': 413,
  'file-damaged': 422,
  'file-protected': 422,
  'file-active': 422,
  'file-picture-too-large': 422,
  'file-total-reached': 413,
  'file-infected': 422,
  'file-uncheckable': 422,
  'check-unavailable': 503,
  'too-many-applications': 409,
  'too-many-anonymous': 429,
  'too-many-requests': 429,
  'request-too-large': 431,
  'login-failed': 503,
  'database-unavailable': 503,
  overloaded: 503,
  'payment-unavailable': 503,
  'delivery-unavailable': 503,
  'scanner-unavailable': 503,
  'form-session-lost': 410,
  'form-server-unavailable': 503,
  'form-server-refused': 503,
  'form-server-outdated': 503,
  'handover-off': 404,
  'handover-unknown': 404,
  'handover-used': 409,
  'handover-ended': 410,
  'handover-refused': 403,
  'handover-data-refused': 422,
  'saved-answers-damaged': 422,
  'saved-answers-code': 422,
  'saved-answers-expired': 410,
  'saved-answers-other': 409,
  'answers-erased': 410,
  'hand-in-closed': 410,
  'neighbour-unavailable': 503,
  internal: 500,
} as const;

export type ProblemCode = keyof typeof problemStatus;

/** A call can also fail in a way that only the browser knows: no answer came. */
export type CallProblemCode = ProblemCode | 'network';

/** True if a text is one of the codes: an answer may come from a foreign program, such as a proxy. */
export const isProblemCode = (text: string): text is ProblemCode => Object.hasOwn(problemStatus, text);

/** Codes that an error screen can show: a problem, or an address that leads to no page. */
export type PageProblemCode = CallProblemCode | 'page-not-found';
