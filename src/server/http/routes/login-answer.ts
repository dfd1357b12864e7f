import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerContext } from '#server/context.ts';
import type { LoginAnswer } from '#server/ports/identity.ts';
import { ProblemError } from '#server/problem-error.ts';
import { loginName, receiveAnswer } from '#server/use-cases/log-in.ts';
import { actorOf } from '../security/security-events.ts';

const STATE = /^[\da-f-]{0,36}$/;

/** Checks a value that only this server makes. @throws ProblemError input-invalid */
export function assertShape(name: string, value: unknown, shape: RegExp): asserts value is string {
  if (typeof value === 'string' && shape.test(value)) return;
  throw new ProblemError('input-invalid', { fields: [{ name, reason: 'is none of ours' }] });
}

/** @throws ProblemError input-invalid for a state that this server has not made */
export function assertState(name: string, value: unknown): asserts value is string {
  assertShape(name, value, STATE);
}

/** Accepts a provider's answer and redirects the browser to an address to which it sends its cookies. */
export async function takeAnswer(
  context: ServerContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  answer: LoginAnswer,
): Promise<FastifyReply> {
  const { ticket, result, fault } = await receiveAnswer(context, answer);
  // Success is recorded only once the browser that started the login returns.
  if (fault !== null) {
    context.security.record({ event: 'login', outcome: 'refused', reason: fault }, actorOf(request));
  }
  if (result === 'CANCEL') {
    context.security.record({ event: 'login', outcome: 'cancelled' }, actorOf(request));
  }
  const login = loginName(answer.relayState);
  const query = new URLSearchParams({ ...(ticket && { ticket }), ...(login && { login }) });
  return reply.redirect(`/api/auth/return${query.size > 0 ? `?${query}` : ''}`, 303);
}
