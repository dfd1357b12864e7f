import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Claims = Record<string, unknown>;

/** A key that the provider, or somebody else, signs with. */
export type ForgedKey = { kid: string; alg: 'ES256' | 'RS256'; privateKey: KeyObject; publicKey: KeyObject };

export function makeKey(kid: string, alg: ForgedKey['alg'] = 'ES256'): ForgedKey {
  const pair =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid, alg, ...pair };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns an ID token signed with a key, unsigned with the algorithm none, or signed with a secret by HS256. */
export function tokenOf(claims: Claims, by: ForgedKey | 'none' | { secret: string }): string {
  const header =
    by === 'none' ? { alg: 'none' } : 'secret' in by ? { alg: 'HS256' } : { alg: by.alg, kid: by.kid };
  const content = `${encode(header)}.${encode(claims)}`;
  if (by === 'none') return `${content}.`;
  if ('secret' in by)
    return `${content}.${createHmac('sha256', by.secret).update(content).digest('base64url')}`;
  const key = { key: by.privateKey, ...(by.alg === 'ES256' && { dsaEncoding: 'ieee-p1363' as const }) };
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

/** Answers of the provider; a test can change each part. */
export type Speech = {
  metadata: (origin: string) => Claims;
  keys: ForgedKey[];
  /** Answer of the token endpoint. */
  tokens: Claims;
  userInfo: Claims;
  status: number;
};
export type ForgingProvider = { issuer: string; speech: Speech; exchanges: URLSearchParams[]; close(): void };

/** A provider that answers as the test decides. */
export async function startForgingProvider(): Promise<ForgingProvider> {
  const exchanges: URLSearchParams[] = [];
  const speech: Speech = { metadata: metadataOf, keys: [], tokens: {}, userInfo: {}, status: 200 };
  const say = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const server: Server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://provider');
    let body = '';
    for await (const chunk of request) body += chunk;
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return say(response, speech.metadata(originOf(server)));
      case '/jwks':
        return say(response, {
          keys: speech.keys.map(({ kid, alg, publicKey }) => ({
            ...publicKey.export({ format: 'jwk' }),
            kid,
            alg,
            use: 'sig',
          })),
        });
      case '/token':
        exchanges.push(new URLSearchParams(body));
        return say(response, speech.tokens, speech.status);
      default:
        return say(response, speech.userInfo);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { issuer: originOf(server), speech, exchanges, close };
}

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

export const metadataOf = (issuer: string): Claims => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/me`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['pairwise'],
  id_token_signing_alg_values_supported: ['ES256', 'RS256', 'HS256', 'none'],
  claims_parameter_supported: true,
});
