import { type ElsterScope, elsterScopes } from '#domain/elster-scopes.ts';

/** Names of SAML attributes that differ from those of the scopes. */
export type ElsterNames = Readonly<Partial<Record<ElsterScope, string>>>;

/**
 * SAML attributes of the business account by scope. Their names are not public: by default they are assumed to be the
 * names of the scopes, and the configuration can change them (ELSTER_ATTRIBUTE_NAMES).
 */
export const elsterNames = (changed: ElsterNames): Record<ElsterScope, string> =>
  Object.fromEntries(elsterScopes.map((scope) => [scope, changed[scope] ?? scope])) as Record<
    ElsterScope,
    string
  >;
