import {
  type IdentificationType,
  type LoginMode,
  type LoginProviderId,
  loginProviderIds,
  type ProviderId,
} from './login.ts';
import { reachesLevel, type TrustLevel } from './trust-level.ts';

/** Metadata of a form that says who may use it. */
export type AdmissionRules = {
  mode: LoginMode;
  idpIds: readonly ProviderId[];
  identificationType: IdentificationType;
  trustLevel: TrustLevel;
};

/** A login that a form accepts, and the level to request from it. */
export type LoginWay = { providerId: LoginProviderId; level: TrustLevel };

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

/**
 * The weakest and the strongest level that each login can prove. The online ID card knows one level; a business account
 * has a certificate, not a person's document (docs/decisions/0034-who-a-form-admits.md).
 */
const reachOf: Readonly<Record<LoginProviderId, { lowest: TrustLevel; highest: TrustLevel }>> = {
  nkb: { lowest: 'low', highest: 'high' },
  elster: { lowest: 'low', highest: 'substantial' },
  sk: { lowest: 'low', highest: 'high' },
  eid: { lowest: 'high', highest: 'high' },
};

const modesThatNeedLoginToStart: ReadonlySet<LoginMode> = new Set(['start', 'start_and_complete']);

/**
 * The level that a login must have. `identificationType: 'eid'` requires an identity document: read by the online ID
 * card itself, or proved by an account at level high, which needs such a document.
 */
export const levelNeeded = ({
  identificationType,
  trustLevel,
}: Pick<AdmissionRules, 'identificationType' | 'trustLevel'>): TrustLevel =>
  identificationType === 'eid' ? 'high' : trustLevel;

/**
 * The logins that a form accepts and that can reach its level, in the given order.
 * @param here the logins that are offered here; by default all that the product knows
 */
export function loginWays(
  rules: Pick<AdmissionRules, 'idpIds' | 'identificationType' | 'trustLevel'>,
  here: readonly LoginProviderId[] = loginProviderIds,
): readonly LoginWay[] {
  const needed = levelNeeded(rules);
  return here.filter((id) => rules.idpIds.includes(id)).flatMap((id) => wayTo(needed, id) ?? []);
}

/** True if the online ID card, alone or within an account, reaches a form's level above low. */
export const onlineIdHelps = (rules: Parameters<typeof loginWays>[0]): boolean =>
  levelNeeded(rules) !== 'low' &&
  loginWays(rules).some(({ providerId }) => reachOf[providerId].highest === 'high');

/** The login of an account at a level; null when it cannot get there. */
function wayTo(needed: TrustLevel, providerId: LoginProviderId): LoginWay | null {
  const { lowest, highest } = reachOf[providerId];
  if (!reachesLevel(highest, needed)) return null;
  return { providerId, level: reachesLevel(lowest, needed) ? lowest : needed };
}

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
