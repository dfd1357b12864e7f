import type { Locale } from './locale.ts';

/** Why personal data of a form may be processed (Art. 6 (1) GDPR): because the law says so, or with the person's consent. */
export const processingBases = ['law', 'consent'] as const;
export type ProcessingBasis = (typeof processingBases)[number];

/** What a person states by a tick of its own before an application goes on (spec section 5), in the order of the boxes. */
export const statementIds = ['correctness', 'consent', 'acknowledgement'] as const;
export type StatementId = (typeof statementIds)[number];

/**
 * Versions of the wordings in locales/{de,en}/statements.json. A wording that says something else in any language is
 * another version, and is confirmed anew.
 */
export const statementVersions: Record<StatementId, number> = {
  correctness: 1,
  consent: 1,
  acknowledgement: 1,
};

/** The statements that a form asks for: no talk of consent where it is not the basis. */
export const statementsFor = (basis: ProcessingBasis): readonly StatementId[] =>
  basis === 'consent' ? statementIds : ['correctness'];

/** A statement as it is asked, in the language of the summary. */
export type StatementView = {
  id: StatementId;
  version: number;
  text: string;
  /** What is said when it is not ticked. */
  missing: string;
};

/** A statement as it is given: of whatever build the browser has. */
export type GivenStatement = { id: string; version: number };

/** A statement as it is kept and delivered: what was read in which language, and when it was confirmed (ISO 8601). */
export type KeptStatement = { id: StatementId; version: number; lang: Locale; text: string; at: string };
