import type { ProviderPage } from '#contract/auth.ts';
import type { LoginRefusal } from '#domain/login.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { Problem } from '../kit/problem.ts';

/** Outcomes of a login (spec section 3, login result values). */
export const loginOutcomes = ['SUCCESS', 'ERROR', 'CANCEL'] as const;
export type LoginOutcome = (typeof loginOutcomes)[number];

/** The request to the identity provider. `redirect` is the path of this portal to return to. */
export type LoginQuery = {
  providerId: string;
  redirect: string;
  /** The person authenticates again although a session exists. */
  forceNew?: boolean;
  /** Login before submission of this application: the server decides that the person authenticates again. */
  processId?: string;
  /** Opaque id of the person whose application that is. */
  person?: string;
  trustLevel?: TrustLevel;
  /** The login keeps entries that no account has kept before: the person reads whether it did. */
  keeps?: true;
};

/** A login that the address of a page names. */
export type NamedLogin = {
  query: LoginQuery;
  /** The person has just chosen it on a page of this portal; without that, anybody may have made the link. */
  isChosen: boolean;
};

/** Results of asking for the app of the online ID card. */
export const cardApps = ['running', 'notRunning'] as const;
export type CardApp = (typeof cardApps)[number];

export type LoginInput = {
  /** This page load is the return from the provider. */
  outcome: LoginOutcome | null;
  /** The reason for which that login does not count although it took place. */
  refusal: LoginRefusal | null;
  /** The query of that login, if this window still knows it. */
  query: LoginQuery | null;
  /** The login that the address of the page names. */
  named: NamedLogin | null;
  /** Whether the app of the online ID card can run beside this browser: not on a phone, where the card's page opens it. */
  appCanBeAsked: boolean;
};

export type LoginContext = LoginInput & { page: ProviderPage | null; problem: Problem | null };

export type LoginEvent =
  | { type: 'login.requested'; query: LoginQuery }
  /** The person wants to repeat a login that failed. */
  | { type: 'login.retried' }
  /** The person says that the app runs, so it is asked. */
  | { type: 'check.requested' }
  /** The person goes on to the provider without knowing whether the app runs. */
  | { type: 'check.skipped' }
  /** The person does not go through with the login, or came back with the browser's back button. */
  | { type: 'login.abandoned' }
  /** Another page of the portal is opened. */
  | { type: 'page.left' };
