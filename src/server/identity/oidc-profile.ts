import type { LoginProviderId } from '#domain/login.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { Identity, UserDataSources } from '#server/ports/identity.ts';

/** Statements of a provider of OpenID Connect about a person: verified, of any shape. */
export type Claims = Readonly<Record<string, unknown>>;

/** Details in which one provider of OpenID Connect differs from another. */
export type OidcProfile = {
  id: LoginProviderId;
  /** Names of all its data that the portal can use. */
  scopes: readonly string[];
  /** Scopes without which a login is useless; requested at every login. */
  neededScopes: readonly string[];
  /** Scopes that each user data field is made of. */
  sources: UserDataSources;
  /** The lowest level of the provider, which every login requests at least. */
  lowestLevel: TrustLevel;
  hasOneLevel: boolean;
  /** Whether people stay logged in at the provider after a login. */
  keepsSession: boolean;
  /** Returns the values of `scope`, and the `claims` about the person. */
  ask(scopes: readonly string[]): { scope: readonly string[]; claims: readonly string[] };
  /** Returns the person. @throws Error when the claims do not identify anybody */
  read(claims: Claims): Pick<Identity, 'subject' | 'name' | 'providerData' | 'userData'>;
};
