import type { LoginProviderId } from '#domain/login.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { Identity, UserDataSources } from '#server/ports/identity.ts';

/** What a provider of OpenID Connect says about a person: verified, of any shape. */
export type Claims = Readonly<Record<string, unknown>>;

/** How a provider of OpenID Connect uses it. */
export type OidcProfile = {
  id: LoginProviderId;
  /** Names that it gives its data: all that the portal can use. */
  scopes: readonly string[];
  /** Those of them without which a login is useless; asked for at every login. */
  neededScopes: readonly string[];
  /** Those that each user data field is made of. */
  sources: UserDataSources;
  /** The lowest level that it has, which is asked for at least. */
  lowestLevel: TrustLevel;
  hasOneLevel: boolean;
  /** Whether people stay logged in there after a login. */
  keepsSession: boolean;
  /** What is sent as `scope`, and as `claims` about the person. */
  ask(scopes: readonly string[]): { scope: readonly string[]; claims: readonly string[] };
  /** The person. @throws Error when the claims do not say who it is */
  read(claims: Claims): Pick<Identity, 'subject' | 'name' | 'providerData' | 'userData'>;
};
