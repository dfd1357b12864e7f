import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { OperatorLogins } from '../security/operators.ts';
import { serve } from './route.ts';

/** The workshop's calls, for operators alone; they do not exist without OPERATIONS_TOKEN. */
export function workshopRoutes(app: FastifyInstance, logins: OperatorLogins | null): void {
  const opened = (): OperatorLogins => {
    if (logins === null) throw new ProblemError('not-found');
    return logins;
  };

  serve(app, calls.openWorkshop, async ({ body, request, reply }) => {
    const tried = await opened().logIn(request, reply, body.token);
    if (tried.outcome === 'wrong') throw new ProblemError('operator-login-required');
    if (tried.outcome === 'tooMany') {
      throw new ProblemError('too-many-requests', {}, { retryAfter: tried.seconds });
    }
  });

  serve(app, calls.closeWorkshop, ({ request, reply }) => opened().logOut(request, reply));
}
