import type { Locale } from './locale.ts';
import type { LoginProviderId } from './login.ts';
import type { TrustLevel } from './trust-level.ts';

/**
 * Decision of a person about a difference: the account's value counts, their own entry counts unchanged, or they
 * correct it.
 */
export const conflictChoices = ['apply', 'keep', 'correct'] as const;
export type ConflictChoice = (typeof conflictChoices)[number];

/** A login that vouches for data: the provider, how surely the person was identified, and when (ISO 8601). */
export type DataSource = { providerId: LoginProviderId; trustLevel: TrustLevel; at: string };

/** A field in which the form and the account differ; values as people write them, '' for none. */
export type DifferenceView = {
  key: string;
  /** Key of the form page that has the field. */
  page: string;
  label: string;
  own: string;
  account: string;
  /** The form takes only the account's value from this login. */
  locked: boolean;
};

/** All open decisions; `hash` identifies the compared values. */
export type ConflictView = {
  /** Language of the texts. */
  lang: Locale;
  version: number;
  hash: string;
  source: DataSource | null;
  differences: readonly DifferenceView[];
};

/** An entry that the person corrects in the form. */
export type Correction = {
  /** Key of the field. */
  key: string;
  /** Key of the field's page. */
  page: string;
};
