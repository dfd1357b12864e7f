import { evaluate } from './rules/rules.ts';
import type { FormData, FormDefinition } from './types.ts';

/** Whole cents of an amount in euros; null for anything else, including fractions of a cent. */
export function centsOf(euros: unknown): number | null {
  if (typeof euros !== 'number' || !Number.isFinite(euros)) return null;
  const cents = Math.round(euros * 100);
  return Math.abs(euros * 100 - cents) < 1e-6 ? cents : null;
}

/** The fee in cents, from the field in which the form calculates it in euros; null if it calculates none. */
export const feeOfField = (form: FormDefinition, data: FormData, key: string): number | null =>
  centsOf(evaluate(form, data).data[key]);
