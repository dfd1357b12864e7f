import type { LoginMode, LoginProviderId, ProviderId } from './login.ts';
import { type AdmissionRules, type LoginWay, levelNeeded, loginWays, wayTo } from './login-ways.ts';
import { reachesLevel, type TrustLevel } from './trust-level.ts';

/** The present login; null without an account. */
export type PresentLogin = { providerId: ProviderId; trustLevel: TrustLevel } | null;

/**
 * Result of a login for a form. `ways`: the logins offered here that would suffice. `stepUp`: the same account at the
 * needed level; null if it cannot reach it, or is no longer offered here. Only the same account finds its drafts again.
 */
export type Standing =
  | { is: 'sufficient' }
  | { is: 'required'; ways: readonly LoginWay[] }
  | { is: 'notAccepted'; ways: readonly LoginWay[] }
  | { is: 'levelTooLow'; needed: TrustLevel; stepUp: LoginWay | null; ways: readonly LoginWay[] };

/** The moments at which a form may require a login. */
export type Moment = 'start' | 'submission';

const modesThatNeedLoginToStart: ReadonlySet<LoginMode> = new Set(['start', 'start_and_complete']);

/** The way of the present login's account to a level; null if it cannot reach it, or is no longer offered here. */
export function stepUpTo(
  needed: TrustLevel,
  here: readonly LoginProviderId[],
  login: PresentLogin,
): LoginWay | null {
  const providerId = here.find((id) => id === login?.providerId);
  return providerId === undefined ? null : wayTo(needed, providerId);
}

/**
 * The ways to start a form. A start without an account is possible only if the form can also be sent: immediately, or
 * by a login that is offered here.
 */
export function waysToStart(
  rules: AdmissionRules,
  here: readonly LoginProviderId[],
): { anonymous: boolean; logins: readonly LoginWay[] } {
  const logins = loginWays(rules, here);
  const endsSomewhere = rules.mode === 'none' || logins.length > 0;
  return { anonymous: endsSomewhere && needsNoAccount(rules, 'start'), logins };
}

/** Result of the present login for a form, with the logins that would suffice. */
export function standingOf(
  rules: AdmissionRules,
  here: readonly LoginProviderId[],
  login: PresentLogin,
  moment: Moment,
): Standing {
  const ways = loginWays(rules, here);
  if (login === null) {
    const suffices = moment === 'start' ? waysToStart(rules, here).anonymous : needsNoAccount(rules, moment);
    return suffices ? { is: 'sufficient' } : { is: 'required', ways };
  }
  if (!rules.idpIds.includes(login.providerId)) return { is: 'notAccepted', ways };
  const needed = levelNeeded(rules);
  if (reachesLevel(login.trustLevel, needed)) return { is: 'sufficient' };
  return { is: 'levelTooLow', needed, stepUp: stepUpTo(needed, here, login), ways };
}

/** True if nobody could ever send the form, whatever logins an installation offers. */
export const admitsNobody = (rules: AdmissionRules): boolean =>
  loginWays(rules).length === 0 && !needsNoAccount(rules, 'submission');

/** True if the form itself needs no account at this moment. */
function needsNoAccount({ mode, idpIds }: AdmissionRules, moment: Moment): boolean {
  if (!idpIds.includes('anon')) return false;
  return moment === 'start' ? !modesThatNeedLoginToStart.has(mode) : mode === 'none';
}
