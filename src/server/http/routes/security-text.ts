import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';

/** Path of the file by which an installation says where weaknesses are reported to (RFC 9116, section 3). */
const SECURITY_TEXT = '/.well-known/security.txt';

/** Serves security.txt until its end; there is none where the installation names no contact. */
export function securityTextRoutes(
  app: FastifyInstance,
  { config, now }: Pick<ServerContext, 'config' | 'now'>,
): void {
  const { SECURITY_TXT_CONTACT: contact, SECURITY_TXT_EXPIRES: day, PUBLIC_URL } = config;
  if (contact === undefined || day === undefined) return;
  const end = new Date(day);
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${end.toISOString()}`,
    'Preferred-Languages: de, en',
    `Canonical: ${PUBLIC_URL}${SECURITY_TEXT}`,
  ];
  app.get(SECURITY_TEXT, async (_request, reply) => {
    // What has ended must not be used, so nobody gets it.
    if (now() >= end) throw new ProblemError('not-found');
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\r\n')}\r\n`);
  });
}
