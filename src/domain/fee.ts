import type { ProviderId } from './login.ts';
import type { TrustLevel } from './trust-level.ts';

/** Ways to determine the fee of a form (spec section 3, feeType). */
export const feeTypes = [
  'FREE',
  'FIXED',
  'VARIABLE',
  'VARIABLE_BY_PROCESS',
  'VARIABLE_BY_FORM',
  'VARIABLE_BY_PROCESS_AND_FORM',
] as const;
export type FeeType = (typeof feeTypes)[number];

/** Parts of a fee: a fixed amount, the result of a rule, an amount from the form itself; or the last two. */
type FeeParts = { rule: 'data' | 'process' | null; form: boolean };

/** A rule reads the values of the form (`data`), or facts of the process, which are known before it is filled in. */
export const feeParts: Readonly<Record<FeeType, FeeParts>> = {
  FREE: { rule: null, form: false },
  FIXED: { rule: null, form: false },
  VARIABLE: { rule: 'data', form: false },
  VARIABLE_BY_PROCESS: { rule: 'process', form: false },
  VARIABLE_BY_FORM: { rule: null, form: true },
  VARIABLE_BY_PROCESS_AND_FORM: { rule: 'process', form: true },
};

/** Facts of a process that a fee may depend on: the place, the authority, and the kind of login. */
export const feeFacts = ['area', 'authority', 'provider', 'trustLevel'] as const;
export type FeeFacts = {
  /** Regional key of the municipality. */
  area: string;
  /** Id of the authority. */
  authority: string;
  provider: ProviderId;
  trustLevel: TrustLevel;
};

/** True if a rule or the form decides the amount. */
export const isVariableFee = (type: FeeType): boolean => type !== 'FREE' && type !== 'FIXED';

/** Ways in which the page of a service shows its costs. */
export const costKinds = ['FREE', 'FIXED', 'VARIABLE'] as const;
