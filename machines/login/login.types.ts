import type { TrustLevel } from '#domain/trust-level.ts';
import type { Problem } from '../kit/problem.ts';

/** How a login ended (spec section 3, login result values). */
export const loginOutcomes = ['SUCCESS', 'ERROR', 'CANCEL'] as const;
export type LoginOutcome = (typeof loginOutcomes)[number];

/** The request to the identity provider. `redirect` is the path of this portal to return to. */
export type LoginQuery = {
  providerId: string;
  redirect: string;
  /** Authenticate again although a session exists. */
  forceNew?: boolean;
  /** Login before submission of this application: the server decides that the person authenticates again. */
  processId?: string;
  trustLevel?: TrustLevel;
};

/** A page of the provider that the browser opens, by its address or by a posted form. */
export type LoginPage = { url: string; method: 'GET' | 'POST'; fields: Record<string, string> };

export type LoginContext = {
  outcome: LoginOutcome | null;
  query: LoginQuery | null;
  page: LoginPage | null;
  problem: Problem | null;
};

/** `outcome`: this page load is the return from the provider. */
export type LoginInput = { outcome: LoginOutcome | null };

export type LoginEvent =
  | { type: 'login.requested'; query: LoginQuery }
  /** The person did not complete it, or came back with the browser's back button. */
  | { type: 'login.abandoned' }
  | { type: 'outcome.read' };
