import { type Moment, standingOf, stepUpTo } from '#domain/admission.ts';
import type { LoginProviderId } from '#domain/login.ts';
import { type AdmissionRules, levelNeeded } from '#domain/login-ways.ts';
import { reachesLevel, type TrustLevel } from '#domain/trust-level.ts';
import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import { factsOf, type ProcessRow } from './row.ts';

type Here = Pick<ServerContext, 'identityProviders'>;

/**
 * Checks that the form admits this session, by its mode, its logins, its identification and its level
 * (src/domain/admission.ts).
 * @throws ProblemError login-required, login-not-accepted, trust-level-too-low; each names the sufficient logins
 */
export function assertAdmitted(
  { identityProviders }: Here,
  session: Session,
  rules: AdmissionRules,
  moment: Moment,
): void {
  const here = [...identityProviders.keys()];
  const standing = standingOf(rules, here, loginOf(session), moment);
  if (standing.is === 'sufficient') return;
  const accepted = standing.ways.map(({ providerId }) => providerId);
  switch (standing.is) {
    case 'required':
      throw new ProblemError('login-required', { accepted });
    case 'notAccepted':
      throw new ProblemError('login-not-accepted', { accepted });
    case 'levelTooLow':
      throw new ProblemError('trust-level-too-low', { accepted, trustLevel: standing.needed });
  }
}

/** Returns the form's present demands on a login, at the time that was fixed when the process was started. */
export const admissionRules = (metadata: Metadata, row: ProcessRow): AdmissionRules => ({
  ...metadata,
  mode: factsOf(row).mode,
});

/** Whether an application is sent or being sent, and so no draft any more. */
export const isSent = (row: Pick<ProcessRow, 'status' | 'context'>): boolean =>
  row.status === 'SUBMITTED' || factsOf(row).running;

/**
 * Returns the trust level that a login needs to open an application (spec section 6): for a draft that of its form,
 * for a sent application the level that it was made with. A paid application stays open when its form requires more
 * later.
 */
export function levelToOpen(
  row: Pick<ProcessRow, 'status' | 'context' | 'madeAtLevel'>,
  metadata: Metadata | undefined,
): TrustLevel {
  const ofForm = metadata ? levelNeeded(metadata) : 'low';
  const made = row.madeAtLevel ?? ofForm;
  if (isSent(row)) return made;
  return factsOf(row).paidCents > 0 && reachesLevel(ofForm, made) ? made : ofForm;
}

/** Returns the refusal to open the person's own application, which only their own account at this level opens. */
export function belowLevel({ identityProviders }: Here, session: Session, needed: TrustLevel): ProblemError {
  const way = stepUpTo(needed, [...identityProviders.keys()], loginOf(session));
  const accepted: LoginProviderId[] = way ? [way.providerId] : [];
  return new ProblemError('trust-level-too-low', { accepted, trustLevel: needed });
}

const loginOf = ({ userId, identity: { providerId, trustLevel } }: Session) =>
  userId === null ? null : { providerId, trustLevel };
