import jsonLogic, { type RulesLogic } from 'json-logic-js';
import { type FeeFacts, feeParts } from '#domain/fee.ts';
import type { FormData } from '#forms/types.ts';
import type { Metadata } from '../types.ts';

/** Everything that a fee is calculated from. */
export type FeeGrounds = {
  /** Values of the form that count. */
  values: FormData;
  /** The fee in cents that the form itself gives; null when the form gives none. */
  ofForm: number | null;
  process: FeeFacts;
};

/**
 * The fee of an application in cents (spec section 3, feeType). Throws when a part of it is not a whole number of cents
 * from 0 up: a fee is never guessed.
 */
export function feeCents(metadata: Metadata, { values, ofForm, process }: FeeGrounds): number {
  const { feeType, feeAmount } = metadata;
  const { rule, form } = feeParts[feeType];
  const parts: unknown[] = [
    ...(rule === null && !form ? [feeAmount] : []),
    ...(rule === null ? [] : [ofRule(metadata, rule === 'data' ? { data: values } : { process })]),
    ...(form ? [ofForm] : []),
  ];
  return parts.reduce<number>((sum, part) => sum + wholeCents(metadata, part), 0);
}

/** The fee as far as it is known before the form is filled in; 0 while the form still decides. */
export function feeAtStart(metadata: Metadata, process: FeeFacts): number {
  const { rule, form } = feeParts[metadata.feeType];
  return rule === 'data' || form ? 0 : feeCents(metadata, { values: {}, ofForm: null, process });
}

const ofRule = ({ feeRule }: Metadata, read: object): unknown => jsonLogic.apply(feeRule as RulesLogic, read);

function wholeCents({ metadataId }: Metadata, cents: unknown): number {
  if (typeof cents !== 'number' || !Number.isSafeInteger(cents) || cents < 0) {
    throw new Error(`fee of ${metadataId}: ${String(cents)} is not a number of cents`);
  }
  return cents;
}
