import type { SavedFile } from '#contract/saved-answers.ts';
import type { Problem } from '../kit/problem.ts';
import type { LoginQuery } from '../login/login.types.ts';

export type KeepingContext = {
  /** The login that is to follow; null where the answers are to become a file. */
  query: LoginQuery | null;
  /** The file, as long as it is shown with its code. */
  saved: SavedFile | null;
  /** Why there is no file. */
  problem: Problem | null;
};

export type KeepingEvent =
  /** The person wants to keep what they have filled in without an account. */
  | { type: 'keeping.requested' }
  | { type: 'login.chosen'; query: LoginQuery }
  /** As a file of their own. */
  | { type: 'file.chosen' }
  | { type: 'retry.requested' }
  /** Back to the form. */
  | { type: 'keeping.dismissed' }
  /** Somebody has logged in, or the session has ended. */
  | { type: 'viewer.changed' };
