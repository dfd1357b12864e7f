/** Ids of the logins that the product knows; the configuration selects those of a portal (spec section 3). */
export const loginProviderIds = ['nkb', 'elster', 'sk', 'eid'] as const;
export type LoginProviderId = (typeof loginProviderIds)[number];

/** The online ID card: the only login that needs an app on the person's own device. */
export const cardProviderId = 'eid' satisfies LoginProviderId;

/** All ways in: the logins, and the session without one. */
export const providerIds = [...loginProviderIds, 'anon'] as const;
export type ProviderId = (typeof providerIds)[number];

export const providerTypes = ['oidc', 'saml2', 'pseudo'] as const;
export type ProviderType = (typeof providerTypes)[number];

/** Minutes that a person may take on the account's pages: time enough to find the identity card. */
export const LOGIN_MINUTES = 30;

/** The protocol of a login; for each, the browser begins it by another call. */
export type LoginProtocol = Exclude<ProviderType, 'pseudo'>;

/** Times at which a form requires a login (spec section 3, mode). */
export const loginModes = ['none', 'start', 'complete', 'start_or_complete', 'start_and_complete'] as const;
export type LoginMode = (typeof loginModes)[number];

/** Reasons why a completed login at a provider does not count. The person sees the reason, and what to do. */
export const loginRefusals = ['level-too-low', 'answered-from-memory', 'other-person'] as const;
export type LoginRefusal = (typeof loginRefusals)[number];

/** Further requirements of a form for identifying a person (spec section 3, identificationType). */
export const identificationTypes = ['none', 'eid'] as const;
export type IdentificationType = (typeof identificationTypes)[number];
