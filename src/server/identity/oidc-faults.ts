import * as client from 'openid-client';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { AnswerFault } from '#server/ports/identity.ts';

/** An authentic answer that is no login. */
export class LoginRefused extends Error {
  readonly fault: AnswerFault;

  constructor(fault: AnswerFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** An answer that is not authentic; the message is for the log. */
export class AnswerDisbelieved extends Error {}

type Fault = { fault: AnswerFault; reason: string };

/** Errors of RFC 6749 and OpenID Connect. The log repeats only these words, because others may be invented. */
const KNOWN = [
  'invalid_request',
  'unauthorized_client',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'interaction_required',
  'login_required',
  'account_selection_required',
  'consent_required',
  'invalid_client',
  'invalid_grant',
  'unsupported_grant_type',
  'unmet_authentication_requirements',
];
const wordOf = (error: string) => (KNOWN.includes(error) ? error : 'an unknown error');

/**
 * Returns the reason why an answer is no login, in words for the log: ours and those of the library, which name parts
 * of the protocol. Other words may be anybody's, or name a person.
 */
export function faultOf(error: unknown): Fault | 'cancelled' {
  if (error instanceof LoginRefused) return { fault: error.fault, reason: error.message };
  if (error instanceof AnswerDisbelieved) return { fault: 'answer-not-believed', reason: error.message };
  if (error instanceof client.AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'cancelled';
    const isTooLow = error.error === 'unmet_authentication_requirements';
    const fault = isTooLow ? 'level-too-low' : 'refused-by-account';
    return { fault, reason: `the provider answered ${wordOf(error.error)}` };
  }
  if (error instanceof client.ResponseBodyError)
    return { fault: 'answer-not-believed', reason: `the exchange was refused: ${wordOf(error.error)}` };
  if (error instanceof client.WWWAuthenticateChallengeError)
    return {
      fault: 'answer-not-believed',
      reason: 'the provider does not know us by this id and secret or key',
    };
  if (isUnavailable(error))
    return { fault: 'provider-unavailable', reason: 'the provider does not answer as it must' };
  if (error instanceof client.ClientError)
    return {
      fault: 'answer-not-believed',
      reason: [error.message, causeOf(error)].filter(Boolean).join(': '),
    };
  return { fault: 'answer-not-believed', reason: 'the answer cannot be read' };
}

/** Returns details from the library, without the values. */
const causeOf = ({ cause }: Error): string =>
  cause instanceof Error && cause.name === 'OperationProcessingError' ? cause.message : '';

const UNAVAILABLE = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
];

/** Whether there is no connection, no answer in time, or an answer that the provider has not made. */
function isUnavailable(error: unknown): boolean {
  const isAbsent = (it: unknown) => it instanceof PartnerUnavailable;
  if (isAbsent(error) || isAbsent((error as Error | null)?.cause) || error instanceof TypeError) return true;
  return error instanceof client.ClientError && UNAVAILABLE.includes(error.code ?? '');
}
