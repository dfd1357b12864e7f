import type { LoginProviderId } from '#domain/login.ts';
import { eidProfile } from '#server/identity/eid-profile.ts';
import { createElsterProvider } from '#server/identity/elster.ts';
import { createNkbProvider } from '#server/identity/nkb.ts';
import { createOidcProvider } from '#server/identity/oidc.ts';
import type { ClientProof } from '#server/identity/oidc-authentication.ts';
import { skProfile } from '#server/identity/sk-profile.ts';
import { wellFormed } from '#server/identity/well-formed.ts';
import type { PartnerPresence } from '#server/partners/partner-presence.ts';
import type { LoginProvider, RequestStore } from '#server/ports/identity.ts';
import { keep, peek, take } from '#server/sessions/login-state.ts';
import type { Certificates } from '#server/watch/certificates.ts';
import type { ServerContext } from './context.ts';
import { settingsOf } from './login-settings.ts';

/** A login from its configuration; null when it is not configured. */
type Make = (context: ServerContext, around: Around) => LoginProvider | null;
type Around = { certificates: () => Certificates; presence: PartnerPresence };

const nkb: Make = (context, { certificates }) => {
  const settings = settingsOf('nkb', context.config);
  if (!settings) return null;
  const config = {
    entryPoint: settings.NKB_ENTRY_POINT,
    idpCertificate: () => certificates().NKB_IDP_CERTIFICATE ?? settings.NKB_IDP_CERTIFICATE,
    idpIssuer: settings.NKB_IDP_ISSUER,
    issuer: settings.NKB_ISSUER,
    assertionConsumerUrl: answersOf(context),
    keys: () => ({
      privateKey: certificates().NKB_PRIVATE_KEY ?? settings.NKB_PRIVATE_KEY,
      certificate: certificates().NKB_CERTIFICATE ?? settings.NKB_CERTIFICATE,
    }),
    organizationName: context.config.NKB_ORGANIZATION_NAME,
    logout: logoutOf(context, 'nkb', context.config.NKB_SLO_URL),
    onlineServiceId: settings.NKB_ONLINE_SERVICE_ID,
  };
  return createNkbProvider(config, requestsOf(context, 'saml'));
};

const elster: Make = (context, { certificates }) => {
  const settings = settingsOf('elster', context.config);
  if (!settings) return null;
  const config = {
    entryPoint: settings.ELSTER_ENTRY_POINT,
    idpCertificate: () => certificates().ELSTER_IDP_CERTIFICATE ?? settings.ELSTER_IDP_CERTIFICATE,
    idpIssuer: settings.ELSTER_IDP_ISSUER,
    issuer: settings.ELSTER_ISSUER,
    assertionConsumerUrl: answersOf(context),
    keys: () => ({
      privateKey: certificates().ELSTER_PRIVATE_KEY ?? settings.ELSTER_PRIVATE_KEY,
      certificate: certificates().ELSTER_CERTIFICATE ?? settings.ELSTER_CERTIFICATE,
    }),
    organizationName: context.config.ELSTER_ORGANIZATION_NAME,
    logout: logoutOf(context, 'elster', context.config.ELSTER_SLO_URL),
    attributeNames: context.config.ELSTER_ATTRIBUTE_NAMES,
  };
  return createElsterProvider(config, requestsOf(context, 'saml'));
};

const eid: Make = (context, { certificates, presence }) => {
  const settings = settingsOf('eid', context.config);
  if (!settings) return null;
  const proof = () => proofOf(certificates().EID_PRIVATE_KEY, context.config.EID_CLIENT_SECRET);
  const { EID_ISSUER: issuer, EID_CLIENT_ID: clientId } = settings;
  const config = {
    issuer,
    clientId,
    proof,
    callbackUrl: callbackOf(context, 'eid'),
    logoutUrl: backOf(context, 'eid'),
    presence,
  };
  return createOidcProvider(config, eidProfile, requestsOf(context, 'oidc'));
};

const sk: Make = (context, { certificates, presence }) => {
  const settings = settingsOf('sk', context.config);
  if (!settings) return null;
  const proof = () => proofOf(certificates().SK_PRIVATE_KEY, context.config.SK_CLIENT_SECRET);
  const { SK_ISSUER: issuer, SK_CLIENT_ID: clientId } = settings;
  const config = {
    issuer,
    clientId,
    proof,
    callbackUrl: callbackOf(context, 'sk'),
    logoutUrl: backOf(context, 'sk'),
    presence,
  };
  return createOidcProvider(config, skProfile, requestsOf(context, 'oidc'));
};

/** The logins that are configured, in the order in which they are offered. @throws Error for a key that cannot be used */
export const createLogins = (context: ServerContext, around: Around): LoginProvider[] =>
  [nkb, elster, eid, sk].flatMap((make) => make(context, around) ?? []).map(wellFormed);

/** Exactly one of them is set (login-settings.ts). */
const proofOf = (privateKey: string | undefined, secret: string | undefined): ClientProof =>
  privateKey === undefined ? { secret: secret ?? '' } : { privateKey };

/** One address for all accounts by SAML: the RelayState names the requested account, and only its key is trusted. */
const answersOf = ({ config }: ServerContext) => `${config.PUBLIC_URL}/api/auth/saml2/acs`;

const callbackOf = ({ config }: ServerContext, id: LoginProviderId) =>
  `${config.PUBLIC_URL}/api/auth/oidc/callback/${id}`;

/** One address for each account: a logout that the account begins itself belongs to no request of ours. */
const logoutOf = ({ config }: ServerContext, id: LoginProviderId, theirs: string | undefined) =>
  theirs === undefined ? undefined : { theirs, ours: `${config.PUBLIC_URL}/api/auth/saml2/slo/${id}` };

const backOf = ({ config }: ServerContext, id: LoginProviderId) =>
  `${config.PUBLIC_URL}/api/auth/oidc/logout/${id}`;

const requestsOf = (context: ServerContext, protocol: 'saml' | 'oidc'): RequestStore => ({
  save: (id, value, minutes) => keep(context, `${protocol}:${id}`, value, minutes),
  get: (id) => peek<string>(context, `${protocol}:${id}`),
  remove: async (id) => {
    await take(context, `${protocol}:${id}`);
  },
});
