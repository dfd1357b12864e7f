import { type AdmissionRules, levelNeeded, type Moment, standingOf, stepUpTo } from '#domain/admission.ts';
import type { LoginProviderId } from '#domain/login.ts';
import { reachesLevel, type TrustLevel } from '#domain/trust-level.ts';
import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import { factsOf, type ProcessRow } from './row.ts';

type Here = Pick<ServerContext, 'identityProviders'>;

/**
 * The form admits this session: by its mode, the logins it names, its identification and its level (src/domain/admission.ts).
 * @throws ProblemError login-required, login-not-accepted, trust-level-too-low; each names the logins that would do
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

/** What a process asks of a login: what its form says now, but when it asks was decided when it was started. */
export const admissionRules = (metadata: Metadata, row: ProcessRow): AdmissionRules => ({
  ...metadata,
  mode: factsOf(row).mode,
});

/** What is sent, or is being sent, is no draft any more. */
export const isSent = (row: Pick<ProcessRow, 'status' | 'context'>): boolean =>
  row.status === 'SUBMITTED' || factsOf(row).running;

/**
 * The trust level of the login decides which applications a person can open (spec section 6): a draft needs that of its
 * form; what is sent, the level that it was made with. What is paid is not stranded by a form that asks for more since.
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

/** A refusal to open what is the person's own; only their own account at the level opens it. */
export function belowLevel({ identityProviders }: Here, session: Session, needed: TrustLevel): ProblemError {
  const way = stepUpTo(needed, [...identityProviders.keys()], loginOf(session));
  const accepted: LoginProviderId[] = way ? [way.providerId] : [];
  return new ProblemError('trust-level-too-low', { accepted, trustLevel: needed });
}

const loginOf = ({ userId, identity: { providerId, trustLevel } }: Session) =>
  userId === null ? null : { providerId, trustLevel };
