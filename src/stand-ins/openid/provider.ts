import { randomBytes } from 'node:crypto';
import Provider, { type Configuration, interactionPolicy } from 'oidc-provider';
import { pageText } from '#stand-ins/kit/page.ts';
import { leftPage, logoutPage } from './pages.ts';
import { type DemonstrationPerson, PERSONS } from './persons.ts';
import { type Kind, LEVELS, PROFILES } from './profile.ts';
import { rewriteToken, type SigningKey } from './signing-key.ts';
import { createStorage } from './storage.ts';

/** The registration of the portal. */
export type Client = {
  id: string;
  redirectUri: string;
  /** Address after a logout here. */
  logoutUri?: string;
  /** The portal's keys, or their address; or the secret that it shares with the provider. */
  proof: { jwksUri: string } | { keys: readonly object[] } | { secret: string };
};

const { base, Check, Prompt } = interactionPolicy;
const INTERACTION_SECONDS = 30 * 60;

/** False claims in the next ID token of a person, by account. */
export type Rewrites = Map<string, Readonly<Record<string, unknown>>>;

/** The protocol of a provider of OpenID Connect; its pages are ours. */
export function createProvider(
  issuer: string,
  { kind, client, key, rewrites }: { kind: Kind; client: Client; key: SigningKey; rewrites: Rewrites },
): Provider {
  const { claims, inToken, algorithm } = PROFILES[kind];
  const configuration: Configuration = {
    adapter: createStorage(),
    clients: [clientOf(client, algorithm)],
    jwks: { keys: [key as never] },
    scopes: ['openid', ...Object.entries(claims).flatMap(([name, of]) => (of === null ? [] : [name]))],
    claims: { openid: ['sub'], ...claims },
    acrValues: Object.values(LEVELS).map(({ acr }) => acr),
    conformIdTokenClaims: !inToken,
    extraParams: ['timezone'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      claimsParameter: { enabled: true },
      userinfo: { enabled: !inToken },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = pageText({ title: 'Abmelden', role: PROFILES[kind].role, body: logoutPage(form) });
        },
        postLogoutSuccessSource: (context) => {
          context.body = pageText({ title: 'Abmelden', role: PROFILES[kind].role, body: leftPage() });
        },
      },
    },
    cookies: {
      keys: [randomBytes(16).toString('hex')],
      names: { session: `${kind}_session`, interaction: `${kind}_interaction`, resume: `${kind}_resume` },
    },
    enabledJWA: { idTokenSigningAlgValues: [algorithm] },
    interactions: { policy: alwaysAsk(), url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      IdToken: 120,
      Grant: INTERACTION_SECONDS,
      Interaction: INTERACTION_SECONDS,
      Session: INTERACTION_SECONDS,
    },
    // The portal's keys are on this very machine, which the library's own dispatcher keeps away from.
    fetch: (url, options) => globalThis.fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ ...claimsOf(personOf(kind, id)), sub: id }),
    }),
    // By reading the card, or logging in, a person agrees to the list on the page.
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId;
      const grant = new oidc.provider.Grant({ clientId: client.id, ...(accountId && { accountId }) });
      grant.addOIDCScope(String(oidc.params?.scope ?? ''));
      grant.addOIDCClaims([...oidc.requestParamClaims]);
      await grant.save();
      return grant;
    },
  };
  const provider = new Provider(issuer, configuration);
  provider.use(async (context, next) => {
    await next();
    const accountId = context.oidc?.entities.AuthorizationCode?.accountId ?? '';
    const change = rewrites.get(accountId);
    const body = context.body as { id_token?: string } | undefined;
    if (!change || !body?.id_token) return;
    rewrites.delete(accountId);
    body.id_token = rewriteToken(body.id_token, change, key);
  });
  return provider;
}

export const personOf = (kind: Kind, id: string): DemonstrationPerson | undefined =>
  PERSONS[kind].find((person) => person.id === id);

const claimsOf = (person: DemonstrationPerson | undefined) => ({ ...person?.claims });

/** Every login shows a page, so that another person can be chosen each time. */
function alwaysAsk() {
  const policy = base();
  policy.remove('consent');
  const ask = new Check('always', 'a person is chosen at each login', ({ oidc }) =>
    oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  );
  const login = policy.get('login') ?? new Prompt({ name: 'login', requestable: true });
  login.checks.add(ask);
  return policy;
}

function clientOf({ id, redirectUri, logoutUri, proof }: Client, algorithm: 'ES256' | 'PS256') {
  const common = {
    client_id: id,
    redirect_uris: [redirectUri],
    ...(logoutUri !== undefined && { post_logout_redirect_uris: [logoutUri] }),
    response_types: ['code' as const],
    grant_types: ['authorization_code'],
    id_token_signed_response_alg: algorithm,
  };
  if ('secret' in proof)
    return {
      ...common,
      client_secret: proof.secret,
      token_endpoint_auth_method: 'client_secret_basic' as const,
    };
  const keys = 'keys' in proof ? { jwks: { keys: [...proof.keys] as never } } : { jwks_uri: proof.jwksUri };
  return { ...common, ...keys, token_endpoint_auth_method: 'private_key_jwt' as const };
}
