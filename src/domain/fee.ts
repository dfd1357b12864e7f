/** How the fee of a form is known (spec section 3, feeType). */
export const feeTypes = [
  'FREE',
  'FIXED',
  'VARIABLE',
  'VARIABLE_BY_PROCESS',
  'VARIABLE_BY_FORM',
  'VARIABLE_BY_PROCESS_AND_FORM',
] as const;
export type FeeType = (typeof feeTypes)[number];

/** The amount depends on what is filled in. */
export const isVariableFee = (type: FeeType): boolean => type !== 'FREE' && type !== 'FIXED';

/** How the costs of a service are told on its page. */
export const costKinds = ['FREE', 'FIXED', 'VARIABLE'] as const;

/**
 * What a fee can be before anything is filled in, in cents: one of some amounts in rising order, something from the
 * lowest to the highest, or a price for each of what is counted.
 */
export type FeeFigures =
  | { kind: 'amounts'; amounts: number[] }
  | { kind: 'range'; from: number; to: number }
  | { kind: 'each'; amount: number };
