import { evaluate } from './rules/rules.ts';
import type { FormData, FormDefinition } from './types.ts';

/** Whole cents of an amount in euros; null for anything else, parts of a cent among it. */
export function centsOf(euros: unknown): number | null {
  if (typeof euros !== 'number' || !Number.isFinite(euros)) return null;
  const cents = Math.round(euros * 100);
  return Math.abs(euros * 100 - cents) < 1e-6 ? cents : null;
}

/** The fee in cents that a form calculates, in euros, in one of its fields; null when it calculates none. */
export const feeOfField = (form: FormDefinition, data: FormData, key: string): number | null =>
  centsOf(evaluate(form, data).data[key]);
