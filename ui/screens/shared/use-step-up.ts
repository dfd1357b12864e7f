import { stepUpTo } from '#domain/admission.ts';
import type { LoginWay } from '#domain/login-ways.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { Account } from '#machines/session/session.types.ts';
import { useLoginsHere } from './settings-context.tsx';

/** The login that takes this account to a level; null when there is none here. */
export const useStepUp = (account: Account | null, needed: TrustLevel): LoginWay | null =>
  stepUpTo(needed, useLoginsHere(), account);
