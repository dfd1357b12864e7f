/** How the fee of a form is determined (spec section 3, feeType). */
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

/** How the page of a service shows its costs. */
export const costKinds = ['FREE', 'FIXED', 'VARIABLE'] as const;

/**
 * What a fee can be before anything is filled in, in cents: one of several amounts in rising order, a range from the
 * lowest to the highest, or a price per item counted.
 */
export type FeeFigures =
  | { kind: 'amounts'; amounts: number[] }
  | { kind: 'range'; from: number; to: number }
  | { kind: 'each'; amount: number };
