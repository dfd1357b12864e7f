import type { FastifyReply } from 'fastify';

/** Answers a problem (RFC 9457) under FIT-Connect's type URIs. */
export function sendProblem(reply: FastifyReply, status: number, slug: string, detail: string): FastifyReply {
  return reply
    .code(status)
    .type('application/problem+json')
    .send({
      type: `https://schema.fitko.de/fit-connect/submission-api/problems/${slug}`,
      title: slug.replaceAll('-', ' '),
      status,
      detail,
    });
}
