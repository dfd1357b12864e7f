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
export function wayTo(needed: TrustLevel, providerId: LoginProviderId): LoginWay | null {
  const { lowest, highest } = reachOf[providerId];
  if (!reachesLevel(highest, needed)) return null;
  return { providerId, level: reachesLevel(lowest, needed) ? lowest : needed };
}
