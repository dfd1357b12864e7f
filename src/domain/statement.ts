import type { Locale } from './locale.ts';

/** Legal bases for processing personal data of a form (Art. 6 (1) GDPR): a law, or the person's consent. */
export const processingBases = ['law', 'consent'] as const;
export type ProcessingBasis = (typeof processingBases)[number];

/** Statements that need a tick each before an application goes on (spec section 5), in the order of the boxes. */
export const statementIds = ['correctness', 'consent', 'acknowledgement'] as const;
export type StatementId = (typeof statementIds)[number];

/**
 * Versions of the wordings in locales/{de,en}/statements.json. A wording with another meaning in any language is
 * another version, which must be confirmed again.
 */
export const statementVersions: Record<StatementId, number> = {
  correctness: 1,
  consent: 1,
  acknowledgement: 1,
};

/** The statements that a form asks for. It asks for consent only if that is the legal basis. */
export const statementsFor = (basis: ProcessingBasis): readonly StatementId[] =>
  basis === 'consent' ? statementIds : ['correctness'];

/** A statement as it is kept and delivered: what was read in which language, and when it was confirmed (ISO 8601). */
export type KeptStatement = { id: StatementId; version: number; lang: Locale; text: string; at: string };
