import type { IdentityProvider } from '#contract/auth.ts';
import type { Locale } from '#domain/locale.ts';
import type { LoginProtocol, LoginProviderId, ProviderType } from '#domain/login.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { UserDataField } from '#domain/user-data.ts';

/** The person who has logged in, according to the provider. `providerData` has the scopes of spec section 3 as keys. */
export type Identity = {
  providerId: LoginProviderId;
  providerType: ProviderType;
  /** Stable pseudonym at the provider: of the person (bPK2 for nkb), or of the business account (id for elster). */
  subject: string;
  /** The person who has logged in; for a business account, the one who acts for it. */
  name: string;
  /** The company of a business account; absent for everybody else, and for an account without one. */
  company?: string;
  trustLevel: TrustLevel;
  providerData: Record<string, string>;
  /** User data fields (src/domain/user-data.ts), mapped from providerData; the prefill of forms. */
  userData: Record<string, string>;
  /** Address of the person's postbox (legacyPostkorbHandle), null without one. */
  postboxHandle: string | null;
  /** Data about a person that the provider has and this login did not ask for. */
  notAsked?: readonly UserDataField[];
  /** Data that ends the person's session at the provider; absent where the provider gives none. */
  accountSession?: AccountSession;
  /** End of the provider's session, and latest end of ours (ISO 8601, by our clock); absent when unknown. */
  endsAt?: string;
};

/** A name that an account by SAML has given a person for one session (SAML 2.0 core, 2.2.3). */
export type NameId = {
  value: string;
  format?: string | undefined;
  nameQualifier?: string | undefined;
  spNameQualifier?: string | undefined;
};

/** A person's session at the provider. Only the provider receives it from the server, never a script. */
export type AccountSession =
  | { protocol: 'saml2'; nameId: NameId; sessionIndex: string | null }
  | { protocol: 'oidc'; idToken: string };

/** Sources of each user data field; empty where the provider does not have the field. */
export type UserDataSources = Readonly<Record<UserDataField, readonly string[]>>;

export type LoginRequest = {
  /** The lowest sufficient level. */
  trustLevel: TrustLevel;
  locale: Locale;
  /** IANA name of the person's time zone. */
  timezone: string;
  /** Names of the provider's data (its scopes of spec section 3) to request; null for all that the portal can use. */
  scopes: readonly string[] | null;
  /** Whether the provider must authenticate again, even if its own session is still active. */
  forceNew: boolean;
  /** Opaque; comes back with the answer. */
  relayState: string;
};

/** Page for logging in: an address, or a form that is submitted automatically (SAML). */
export type LoginRedirect = { url: string; method: 'GET' | 'POST'; fields: Record<string, string> };

/** A request of the portal to a provider to log out. */
export type LogoutRequest = {
  session: AccountSession;
  locale: Locale;
  /** Opaque; comes back with the answer. */
  relayState: string;
};

/** A message about a logout that the browser brings: an address with its raw query, or a posted form. */
export type LogoutMessage = { query: string } | { fields: Readonly<Record<string, string | undefined>> };

export type LogoutFault = 'answer-not-believed' | 'answer-not-read' | 'refused-by-account';

export type LogoutReading =
  /** The answer to a logout of ours; the reason is for the log. */
  | { kind: 'answer'; relayState: string; fault: null }
  | { kind: 'answer'; relayState: string; fault: LogoutFault; reason: string }
  /** The return from a logout of ours, without a result. */
  | { kind: 'return'; relayState: string }
  /** The provider's request to log a person out of the portal. */
  | {
      kind: 'demand';
      /** The name that the person has in that session. */
      name: string;
      /** Sessions of that name; empty for all. */
      sessionIndexes: readonly string[];
      /** Returns the address to which the browser brings our answer after the logout. */
      answer(): Promise<LoginRedirect>;
    }
  | { kind: 'refused'; fault: Exclude<LogoutFault, 'refused-by-account'>; reason: string };

/** An answer that the browser brings back from the provider: the raw parameters of its address or of its form. */
export type LoginAnswer = {
  relayState: string;
  parameters: Readonly<Record<string, string | undefined>>;
  /** Id of the provider at whose own address the answer arrived; absent where all have one address. */
  receivedBy?: string;
};

/** Kind of failure. The reason gives details, which may be words of the answer. */
export type AnswerFault =
  | 'answer-not-believed'
  /** The answer could not be checked, for reasons that are not its fault. */
  | 'answer-not-read'
  | 'level-too-low'
  | 'answered-from-memory'
  | 'refused-by-account'
  | 'provider-unavailable';

export type LoginOutcome =
  | {
      result: 'SUCCESS';
      relayState: string;
      identity: Identity;
      /**
       * Whether the person logged in again since the request, as required; if not, the earliest moment of the login.
       */
      login: { isNew: true } | { isNew: false; at: Date };
    }
  | { result: 'CANCEL'; relayState: string }
  | { result: 'ERROR'; relayState: string; fault: AnswerFault; reason: string };

/** Stores requests until they are answered, by their id (InResponseTo, state). */
export type RequestStore = {
  /** @param minutes time to store; by default the longest time of a login */
  save(id: string, value: string, minutes?: number): Promise<void>;
  get(id: string): Promise<string | null>;
  remove(id: string): Promise<void>;
};

/** An identity provider as the server sees it, whatever its protocol. */
export type LoginProvider = {
  id: LoginProviderId;
  type: LoginProtocol;
  /** The provider's entry in the answer of `GET /api/auth/provider`. */
  description: IdentityProvider;
  /** The provider's data (scopes) for each user data field, which prefilling a form needs. */
  sources: UserDataSources;
  /** Data that the provider is asked for at every login. */
  alwaysAsked: readonly string[];
  /** Origin that the browser goes to, for the Content-Security-Policy's form-action. */
  origin: string;
  createRequest(request: LoginRequest): Promise<LoginRedirect>;
  /** Checks everything that docs/partners-login-payment.md requires. Never throws for bad input: returns ERROR. */
  readAnswer(answer: LoginAnswer): Promise<LoginOutcome>;
  /** Whether it keeps people logged in beyond one login, so that the account may still be open after our logout. */
  keepsSession: boolean;
  /** Single logout; null where none is configured. */
  logout: {
    /** @returns null when the provider offers none, or does not answer */
    createRequest(request: LogoutRequest): Promise<LoginRedirect | null>;
    /** Never throws for bad input. */
    read(message: LogoutMessage): Promise<LogoutReading>;
  } | null;
  /** Our metadata XML for the provider's registration; null where the protocol has none. */
  metadata(): string | null;
  /** The public keys that identify the portal to the provider (RFC 7517); null where the protocol fetches none. */
  publicKeys(): { keys: readonly object[] } | null;
};
