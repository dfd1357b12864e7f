import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { sendProblem } from './problems.ts';

const LIFETIME_SECONDS = 1800;
const requestSchema = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.string(),
  client_secret: z.string(),
});

/** Token endpoint (client_secret_post only) and the check of the tokens it issued; a restart forgets all tokens. */
export function registerTokens(
  app: FastifyInstance,
  client: { clientId: string; clientSecret: string },
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  const validUntil = new Map<string, number>();

  app.post('/token', { config: { deliveryCall: 'token' } }, async (request, reply) => {
    const form = requestSchema.safeParse(request.body);
    if (!form.success) return reply.code(400).send({ error: 'invalid_request' });
    const { client_id, client_secret } = form.data;
    if (!same(client_id, client.clientId) || !same(client_secret, client.clientSecret)) {
      return reply.code(401).send({ error: 'invalid_client' });
    }
    const now = Date.now();
    for (const [token, until] of validUntil) if (until < now) validUntil.delete(token);
    const token = randomBytes(32).toString('base64url');
    validUntil.set(token, now + LIFETIME_SECONDS * 1000);
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: LIFETIME_SECONDS,
      scope: 'https://schema.fitko.de/fit-connect/oauth/scopes/send-submissions',
    };
  });

  return async (request, reply) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if ((validUntil.get(token) ?? 0) > Date.now()) return;
    return sendProblem(reply, 401, 'unauthorized', 'no valid access token');
  };
}

function same(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
