import type { LoginView } from '#contract/auth.ts';
import type { Problem } from '../kit/problem.ts';

export type LoginsContext = {
  logins: readonly LoginView[];
  /** The login that is to be ended. */
  chosen: LoginView | null;
  /** The login that was ended last, for the message. */
  ended: LoginView | null;
  /** The problem for which the logins could not be loaded, or one of them could not be ended. */
  problem: Problem | null;
};

export type LoginsEvent =
  | { type: 'ending.requested'; login: LoginView }
  | { type: 'ending.confirmed' }
  | { type: 'ending.dismissed' }
  | { type: 'list.refreshRequested' };
