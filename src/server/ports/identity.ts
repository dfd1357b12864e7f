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
  /** What the provider could say about a person, and was not asked for at this login. */
  notAsked?: readonly UserDataField[];
  /** What it takes to end the person's session at the provider; absent where the provider does not say. */
  accountSession?: AccountSession;
  /** When the provider's session ends, and ours with it at the latest (ISO 8601, by our clock); absent where it does not say. */
  endsAt?: string;
};

/** A name that an account by SAML has given a person for one session (SAML 2.0 core, 2.2.3). */
export type NameId = {
  value: string;
  format?: string | undefined;
  nameQualifier?: string | undefined;
  spNameQualifier?: string | undefined;
};

/** A person's session at the provider. It leaves the server towards that provider only, never for a script. */
export type AccountSession =
  | { protocol: 'saml2'; nameId: NameId; sessionIndex: string | null }
  | { protocol: 'oidc'; idToken: string };

/** Empty where the provider does not give a field. */
export type UserDataSources = Readonly<Record<UserDataField, readonly string[]>>;

export type LoginRequest = {
  /** The lowest level that will do. */
  trustLevel: TrustLevel;
  locale: Locale;
  /** IANA name of the person's time zone. */
  timezone: string;
  /** Names of the provider's data (its scopes of spec section 3) to ask for; null for all that the portal can use. */
  scopes: readonly string[] | null;
  /** Ask the provider to authenticate again even if its own session is still active. */
  forceNew: boolean;
  /** Opaque; comes back with the answer. */
  relayState: string;
};

/** Where the browser goes to log in: by an address, or by a form that is submitted automatically (SAML). */
export type LoginRedirect = { url: string; method: 'GET' | 'POST'; fields: Record<string, string> };

/** A logout that the portal asks a provider for. */
export type LogoutRequest = {
  session: AccountSession;
  locale: Locale;
  /** Opaque; comes back with the answer. */
  relayState: string;
};

/** What a browser brings from the provider about a logout: an address with its query as it is, or a posted form. */
export type LogoutMessage = { query: string } | { fields: Readonly<Record<string, string | undefined>> };

export type LogoutFault = 'answer-not-believed' | 'answer-not-read' | 'refused-by-account';

export type LogoutReading =
  /** The answer to a logout of ours; the reason is for the log. */
  | { kind: 'answer'; relayState: string; fault: null }
  | { kind: 'answer'; relayState: string; fault: LogoutFault; reason: string }
  /** Back from a logout of ours, without a word on how it ended. */
  | { kind: 'return'; relayState: string }
  /** The provider demands that the portal logs a person out. */
  | {
      kind: 'demand';
      /** The name that the person has in that session. */
      name: string;
      /** Sessions of that name; empty for all. */
      sessionIndexes: readonly string[];
      /** Where the browser brings our answer once it is done. */
      answer(): Promise<LoginRedirect>;
    }
  | { kind: 'refused'; fault: Exclude<LogoutFault, 'refused-by-account'>; reason: string };

/** What the browser brings back from the provider: the parameters of its address or of its form, as they are. */
export type LoginAnswer = {
  relayState: string;
  parameters: Readonly<Record<string, string | undefined>>;
  /** Id of the provider at whose own address the answer arrived; absent where all have one address. */
  receivedBy?: string;
};

/** The kind of failure; the reason has the words, which may be those of the answer. */
export type AnswerFault =
  | 'answer-not-believed'
  /** It could not be looked at; nothing speaks against it. */
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

/** Stores what was requested until it is answered, by the id of the request (InResponseTo, state). */
export type RequestStore = {
  /** @param minutes how long; by default as long as a login may take */
  save(id: string, value: string, minutes?: number): Promise<void>;
  get(id: string): Promise<string | null>;
  remove(id: string): Promise<void>;
};

/** An identity provider as the server sees it, whatever its protocol. */
export type LoginProvider = {
  id: LoginProviderId;
  type: LoginProtocol;
  /** What `GET /api/auth/provider` returns about it. */
  description: IdentityProvider;
  /** The provider's data (scopes) that each user data field is made of: what a form that is prefilled needs. */
  sources: UserDataSources;
  /** Of that data, what it is asked for at every login. */
  alwaysAsked: readonly string[];
  /** Origin that the browser goes to, for the Content-Security-Policy's form-action. */
  origin: string;
  createRequest(request: LoginRequest): Promise<LoginRedirect>;
  /** Checks everything that docs/partners-login-payment.md requires. Never throws for bad input: returns ERROR. */
  readAnswer(answer: LoginAnswer): Promise<LoginOutcome>;
  /** Whether it keeps people logged in beyond one login: then it may still be open after our logout. */
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
  /** The public keys that prove to the provider who we are (RFC 7517); null where the protocol has none to fetch. */
  publicKeys(): { keys: readonly object[] } | null;
};
