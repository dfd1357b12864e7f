import type { Locale } from './locale.ts';
import type { LoginProviderId } from './login.ts';
import type { TrustLevel } from './trust-level.ts';

/**
 * What a person decides about a difference: the account's value counts, their own entry counts as it is, or they correct
 * it.
 */
export const conflictChoices = ['apply', 'keep', 'correct'] as const;
export type ConflictChoice = (typeof conflictChoices)[number];

/** A login that vouches for data: the provider, how surely the person was identified, and when (ISO 8601). */
export type DataSource = { providerId: LoginProviderId; trustLevel: TrustLevel; at: string };

/** A field in which the form and the account say different things; values as people write them, '' for none. */
export type DifferenceView = {
  key: string;
  /** Key of the form page that has the field. */
  page: string;
  label: string;
  own: string;
  account: string;
  /** The form takes nothing but the account's value from this login. */
  locked: boolean;
};

/** Everything that is left to decide; `hash` identifies what is decided. */
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
  /** Key of its page. */
  page: string;
};
