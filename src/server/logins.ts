import type { LoginProviderId } from '#domain/login.ts';
import type { Config } from '#server/config/config.ts';
import { settingsOf, upperCase } from '#server/config/login-settings.ts';
import { eidProfile } from '#server/identity/eid-profile.ts';
import { createElsterProvider } from '#server/identity/elster.ts';
import { createNkbProvider } from '#server/identity/nkb.ts';
import { createOidcProvider } from '#server/identity/oidc.ts';
import type { ClientProof } from '#server/identity/oidc-authentication.ts';
import type { OidcProfile } from '#server/identity/oidc-profile.ts';
import {
  createOperatorsProvider,
  OPERATORS_CALLBACK,
  type OperatorsProvider,
} from '#server/identity/operators.ts';
import type { SamlConfig } from '#server/identity/saml-provider.ts';
import { skProfile } from '#server/identity/sk-profile.ts';
import { wellFormed } from '#server/identity/well-formed.ts';
import type { PartnerPresence } from '#server/partners/partner-presence.ts';
import type { LoginProvider, RequestStore } from '#server/ports/identity.ts';
import { keep, peek, take } from '#server/sessions/login-state.ts';
import type { Certificates } from '#server/watch/certificates.ts';
import type { ServerContext } from './context.ts';

/** A login from its configuration; null when it is not configured. */
type Make = (context: ServerContext, around: Around) => LoginProvider | null;
type Around = { certificates: () => Certificates; presence: PartnerPresence };

const nkb: Make = (context, around) => {
  const account = samlOf(context, around, 'nkb');
  const settings = settingsOf('nkb', context.config);
  if (!account || !settings) return null;
  const config = { ...account, onlineServiceId: settings.NKB_ONLINE_SERVICE_ID };
  return createNkbProvider(config, requestsOf(context, 'saml'));
};

const elster: Make = (context, around) => {
  const account = samlOf(context, around, 'elster');
  if (!account) return null;
  const config = { ...account, attributeNames: context.config.ELSTER_ATTRIBUTE_NAMES };
  return createElsterProvider(config, requestsOf(context, 'saml'));
};

const eid: Make = (context, around) => openIdOf(context, around, 'eid', eidProfile);
const sk: Make = (context, around) => openIdOf(context, around, 'sk', skProfile);

/** Returns what the accounts by SAML have in common; null when the account is not configured. */
function samlOf(context: ServerContext, { certificates }: Around, id: 'nkb' | 'elster'): SamlConfig | null {
  const { config } = context;
  const settings = settingsOf(id, config);
  if (!settings) return null;
  const name = upperCase(id);
  return {
    entryPoint: settings[`${name}_ENTRY_POINT`],
    idpCertificate: () => certificates()[`${name}_IDP_CERTIFICATE`] ?? settings[`${name}_IDP_CERTIFICATE`],
    idpIssuer: settings[`${name}_IDP_ISSUER`],
    issuer: settings[`${name}_ISSUER`],
    // One address for all accounts: the RelayState names the requested account, and only its key is trusted.
    assertionConsumerUrl: `${config.PUBLIC_URL}/api/auth/saml2/acs`,
    keys: () => ({
      privateKey: certificates()[`${name}_PRIVATE_KEY`] ?? settings[`${name}_PRIVATE_KEY`],
      certificate: certificates()[`${name}_CERTIFICATE`] ?? settings[`${name}_CERTIFICATE`],
    }),
    organizationName: config[`${name}_ORGANIZATION_NAME`],
    logout: logoutOf(context, id, config[`${name}_SLO_URL`]),
  };
}

/** Makes a login by OpenID Connect; null when it is not configured. */
function openIdOf(
  context: ServerContext,
  { certificates, presence }: Around,
  id: 'eid' | 'sk',
  profile: OidcProfile,
): LoginProvider | null {
  const { config } = context;
  const settings = settingsOf(id, config);
  if (!settings) return null;
  const name = upperCase(id);
  const about = {
    issuer: settings[`${name}_ISSUER`],
    clientId: settings[`${name}_CLIENT_ID`],
    proof: () => proofOf(certificates()[`${name}_PRIVATE_KEY`], certificates()[`${name}_CLIENT_SECRET`]),
    callbackUrl: `${config.PUBLIC_URL}/api/auth/oidc/callback/${id}`,
    logoutUrl: `${config.PUBLIC_URL}/api/auth/oidc/logout/${id}`,
    presence,
  };
  return createOidcProvider(about, profile, requestsOf(context, 'oidc'));
}

/** The logins that are configured, in the order in which they are offered. @throws Error for a key that cannot be used */
export const createLogins = (context: ServerContext, around: Around): LoginProvider[] =>
  [nkb, elster, eid, sk].flatMap((make) => make(context, around) ?? []).map(wellFormed);

/** The provider at which operators log in; its variables are set together, or not at all (config.ts). */
export function operatorsLogin(config: Config, presence: PartnerPresence): OperatorsProvider | null {
  const { OPERATORS_ISSUER: issuer, OPERATORS_CLIENT_ID: clientId, OPERATORS_CLIENT_SECRET: secret } = config;
  if (issuer === undefined || clientId === undefined || secret === undefined) return null;
  return createOperatorsProvider({
    issuer,
    clientId,
    proof: () => ({ secret: config.OPERATORS_CLIENT_SECRET ?? secret }),
    callbackUrl: `${config.PUBLIC_URL}${OPERATORS_CALLBACK}`,
    rolesClaim: config.OPERATORS_ROLES_CLAIM,
    roleNames: config.OPERATORS_ROLES,
    maxAgeSeconds: Math.round(config.SESSION_ABSOLUTE_MINUTES * 60),
    presence,
  });
}

/** Exactly one of them is set (login-settings.ts). */
const proofOf = (privateKey: string | undefined, secret: string | undefined): ClientProof =>
  privateKey === undefined ? { secret: secret ?? '' } : { privateKey };

/** One address for each account: a logout that the account begins itself belongs to no request of ours. */
const logoutOf = ({ config }: ServerContext, id: LoginProviderId, theirs: string | undefined) =>
  theirs === undefined ? undefined : { theirs, ours: `${config.PUBLIC_URL}/api/auth/saml2/slo/${id}` };

const requestsOf = (context: ServerContext, protocol: 'saml' | 'oidc'): RequestStore => ({
  save: (id, value, minutes) => keep(context, `${protocol}:${id}`, value, minutes),
  get: (id) => peek<string>(context, `${protocol}:${id}`),
  remove: async (id) => {
    await take(context, `${protocol}:${id}`);
  },
});
