import type { SavedFile } from '#contract/saved-answers.ts';
import type { Problem } from '../kit/problem.ts';
import type { LoginQuery } from '../login/login.types.ts';

export type KeepingContext = {
  /** The login that follows; null where the answers become a file. */
  query: LoginQuery | null;
  /** The file, as long as it is shown with its code. */
  saved: SavedFile | null;
  /** The problem for which there is no file. */
  problem: Problem | null;
};

export type KeepingEvent =
  /** The person wants to keep their entries, which no account keeps. */
  | { type: 'keeping.requested' }
  | { type: 'login.chosen'; query: LoginQuery }
  /** The person chooses a file of their own. */
  | { type: 'file.chosen' }
  | { type: 'retry.requested' }
  /** The person goes back to the form. */
  | { type: 'keeping.dismissed' }
  /** Somebody has logged in, or the session has ended. */
  | { type: 'viewer.changed' };
