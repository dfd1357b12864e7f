import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { registerFormBody } from '#stand-ins/kit/page.ts';

export type Client = { clientId: string; clientSecret: string };
export type Tokens = { isValid(authorization: string | undefined): boolean };

const LIFETIME_SECONDS = 300;
const credentials = z.object({
  grant_type: z.string().optional(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
});

/** OAuth 2.0 token endpoint for client credentials (RFC 6749, 4.4); opaque tokens, forgotten on restart. */
export function registerOauth(app: FastifyInstance, client: Client): Tokens {
  const issued = new Map<string, number>();
  registerFormBody(app);
  app.post('/oauth/token', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const form = credentials.parse(request.body);
    const given = fromBasic(request.headers.authorization) ?? {
      clientId: form.client_id ?? '',
      clientSecret: form.client_secret ?? '',
    };
    if (!same(given.clientId, client.clientId) || !same(given.clientSecret, client.clientSecret)) {
      return reply.code(401).header('WWW-Authenticate', 'Basic').send({ error: 'invalid_client' });
    }
    if (form.grant_type !== 'client_credentials') {
      return reply.code(400).send({ error: 'unsupported_grant_type' });
    }
    const token = randomBytes(32).toString('base64url');
    issued.set(token, Date.now() + LIFETIME_SECONDS * 1000);
    return { access_token: token, token_type: 'Bearer', expires_in: LIFETIME_SECONDS };
  });
  return {
    isValid(authorization) {
      const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '';
      return (issued.get(token) ?? 0) > Date.now();
    },
  };
}

function fromBasic(authorization: string | undefined): Client | null {
  const encoded = /^Basic (.+)$/i.exec(authorization ?? '')?.[1];
  if (!encoded) return null;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const at = pair.indexOf(':');
  const decode = (text: string) => new URLSearchParams(`v=${text}`).get('v') ?? '';
  return { clientId: decode(pair.slice(0, at)), clientSecret: decode(pair.slice(at + 1)) };
}

function same(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
