import { type LoginMode, type LoginProviderId, loginProviderIds, type ProviderId } from './login.ts';
import type { OfferView } from './offer.ts';
import { reachesLevel, type TrustLevel } from './trust-level.ts';

/** What the metadata of a form says about who may use it. */
export type AdmissionRules = Pick<OfferView, 'mode' | 'idpIds' | 'identificationType' | 'trustLevel'>;

/** A login that a form accepts, and the level that it must be asked for. */
export type LoginWay = { providerId: LoginProviderId; level: TrustLevel };

/** How somebody is logged in; null without an account. */
export type PresentLogin = { providerId: ProviderId; trustLevel: TrustLevel } | null;

/**
 * What a login is good for.
 * `ways`: the logins offered here that would suffice.
 * `stepUp`: the same account at the level that is needed; null when it cannot get there, or is not offered here any more.
 * Only the same account finds the drafts again that it made.
 */
export type Standing =
  | { is: 'sufficient' }
  | { is: 'required'; ways: readonly LoginWay[] }
  | { is: 'notAccepted'; ways: readonly LoginWay[] }
  | { is: 'levelTooLow'; needed: TrustLevel; stepUp: LoginWay | null; ways: readonly LoginWay[] };

/** The moments at which a form asks who somebody is. */
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
 * The level that a login must have. `identificationType: 'eid'` requires that an identity document was read: by the
 * online ID card itself, or by an account at level high, which only such a document proves.
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

/** Whether the online ID card, alone or within an account, leads to the level of a form above low. */
export const onlineIdHelps = (rules: Parameters<typeof loginWays>[0]): boolean =>
  levelNeeded(rules) !== 'low' &&
  loginWays(rules).some(({ providerId }) => reachOf[providerId].highest === 'high');

/** The login of an account at a level; null when it cannot get there. */
function wayTo(needed: TrustLevel, providerId: LoginProviderId): LoginWay | null {
  const { lowest, highest } = reachOf[providerId];
  if (!reachesLevel(highest, needed)) return null;
  return { providerId, level: reachesLevel(lowest, needed) ? lowest : needed };
}

/** How the account of the present login gets to a level; null when it cannot, or is not offered here any more. */
export function stepUpTo(
  needed: TrustLevel,
  here: readonly LoginProviderId[],
  login: PresentLogin,
): LoginWay | null {
  const providerId = here.find((id) => id === login?.providerId);
  return providerId === undefined ? null : wayTo(needed, providerId);
}

/**
 * The ways to start a form. Without an account it can be started only where it can be sent, too: at once, or by a login
 * that is offered here.
 */
export function waysToStart(
  rules: AdmissionRules,
  here: readonly LoginProviderId[],
): { anonymous: boolean; logins: readonly LoginWay[] } {
  const logins = loginWays(rules, here);
  const endsSomewhere = rules.mode === 'none' || logins.length > 0;
  return { anonymous: endsSomewhere && needsNoAccount(rules, 'start'), logins };
}

/** Whether the present login is good enough for a form, and what would be. */
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

/** Whether nobody could ever send the form, whatever logins an installation offers. */
export const admitsNobody = (rules: AdmissionRules): boolean =>
  loginWays(rules).length === 0 && !needsNoAccount(rules, 'submission');

/** Whether the form itself asks for no account at this moment. */
function needsNoAccount({ mode, idpIds }: AdmissionRules, moment: Moment): boolean {
  if (!idpIds.includes('anon')) return false;
  return moment === 'start' ? !modesThatNeedLoginToStart.has(mode) : mode === 'none';
}
