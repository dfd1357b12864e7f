import jsonLogic, { type RulesLogic } from 'json-logic-js';
import { isVariableFee } from '#domain/fee.ts';
import type { FormData } from '#forms/types.ts';
import type { Metadata } from '../types.ts';

/**
 * The fee of an application in cents. A variable fee is the result of the metadata's rule, which reads the form data as
 * `data`, like the rules inside a form. Throws when the result is not a whole number of cents from 0 up: a fee is never
 * guessed.
 */
export function feeCents(metadata: Metadata, formData: FormData): number {
  const { feeType, feeAmount, feeRule } = metadata;
  const varies = isVariableFee(feeType);
  const cents: unknown = varies ? jsonLogic.apply(feeRule as RulesLogic, { data: formData }) : feeAmount;
  if (typeof cents !== 'number' || !Number.isSafeInteger(cents) || cents < 0) {
    throw new Error(`fee of ${metadata.metadataId}: ${String(cents)} is not a number of cents`);
  }
  return cents;
}
