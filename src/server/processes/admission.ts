import type { Metadata } from '#server/content/types.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import { reachesTrustLevel } from './offer.ts';

/** @throws ProblemError trust-level-too-low when the login is weaker than the form requires. */
export function assertTrustLevel(session: Session, metadata: Metadata): void {
  if (session.userId !== null && !reachesTrustLevel(session, metadata)) {
    throw new ProblemError('trust-level-too-low', { trustLevel: metadata.trustLevel });
  }
}

/**
 * The form names the logins it accepts (idpIds); "without a login" is one of them.
 * @throws ProblemError login-required, login-not-accepted
 */
export function assertLoginAccepted({ userId, identity }: Session, { idpIds }: Metadata): void {
  if (idpIds.includes(identity.providerId)) return;
  throw new ProblemError(userId === null ? 'login-required' : 'login-not-accepted');
}
