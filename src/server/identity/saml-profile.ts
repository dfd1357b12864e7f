import type { TrustLevel } from '#domain/trust-level.ts';
import type { Identity, UserDataSources } from '#server/ports/identity.ts';
import type { AttributeNames, Attributes, RequestedAttribute } from './saml-attributes.ts';

/** Identity without the parts that every SAML login has in common. */
export type ProfileIdentity = Omit<Identity, 'providerType' | 'providerData' | 'accountSession' | 'endsAt'>;

/** Details in which one SAML account differs from another; saml-provider.ts has the common part. */
export type SamlProfile = {
  id: Identity['providerId'];
  /** Whether one person can log in with different levels. */
  variableTrustLevel: boolean;
  names: AttributeNames;
  /** Scopes without which a login is useless. */
  required: readonly string[];
  /** Scopes that every login requests, whatever the form needs. */
  always: readonly string[];
  /** Scopes that each user data field is made of. */
  sources: UserDataSources;
  /** Whether an assertion must be encrypted for us. */
  isEncryptionRequired: boolean;
  /** Returns the AuthnContextClassRef by which the account knows a level. */
  classOf: (level: TrustLevel) => string;
  /** Returns the content of samlp:Extensions in the notation of xmlbuilder. */
  extensions: (level: TrustLevel, requested: readonly RequestedAttribute[]) => Record<string, unknown>;
  /** @throws Error when the attributes identify nobody, or contradict the level */
  identityOf: (attributes: Attributes, level: TrustLevel) => ProfileIdentity;
};

/** Returns the attributes to request for the scopes that a form needs; null for all. */
export function requestedOf(
  { names, required, always }: Pick<SamlProfile, 'names' | 'required' | 'always'>,
  scopes: readonly string[] | null,
): RequestedAttribute[] {
  const isWanted = (scope: string) =>
    scopes === null || scopes.includes(scope) || required.includes(scope) || always.includes(scope);
  return Object.entries(names)
    .filter(([scope]) => isWanted(scope))
    .map(([scope, name]) => ({ scope, name, isRequired: required.includes(scope) }));
}
