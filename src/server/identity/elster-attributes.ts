import { type ElsterScope, elsterScopes } from '#domain/elster-scopes.ts';

/** Names of SAML attributes that differ from those of the scopes. */
export type ElsterNames = Readonly<Partial<Record<ElsterScope, string>>>;

/**
 * The SAML attributes of the business account by scope. How they are named is not public: by default they are assumed
 * to have the names of the scopes, and the configuration can name them otherwise (ELSTER_ATTRIBUTE_NAMES).
 */
export const elsterNames = (changed: ElsterNames): Record<ElsterScope, string> =>
  Object.fromEntries(elsterScopes.map((scope) => [scope, changed[scope] ?? scope])) as Record<
    ElsterScope,
    string
  >;
