import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { ServerContext } from '#server/context.ts';
import { journalOf } from '#server/operations/journal-view.ts';
import { rangeOf } from '#server/operations/range.ts';
import { totalsOf } from '#server/operations/totals-view.ts';
import { ProblemError } from '#server/problem-error.ts';
import { type OperatorLogins, operatorOf, requireOperator } from '../security/operators.ts';
import { actorOf } from '../security/security-events.ts';
import { serve } from './route.ts';

/** Serves the workshop's calls, for operators alone; the calls do not exist without OPERATIONS_TOKEN. */
export function workshopRoutes(
  app: FastifyInstance,
  context: ServerContext,
  logins: OperatorLogins | null,
): void {
  const opened = (): OperatorLogins => {
    if (logins === null) throw new ProblemError('not-found');
    return logins;
  };
  const forOperators = { admit: (request: FastifyRequest) => requireOperator(context, request) };

  serve(app, calls.openWorkshop, async ({ body, request, reply }) => {
    const tried = await opened().logIn(request, reply, body.token);
    if (tried.outcome === 'wrong') throw new ProblemError('operator-login-required');
    if (tried.outcome === 'tooMany') {
      throw new ProblemError('too-many-requests', {}, { retryAfter: tried.seconds });
    }
  });

  serve(app, calls.closeWorkshop, ({ request, reply }) => opened().logOut(request, reply));

  serve(app, calls.getJournal, forOperators, async ({ query, request }) => {
    const journal = await journalOf(context.storage.db, query.process);
    const operator = await operatorOf(context, request);
    context.security.record(
      { event: 'operator', outcome: 'succeeded', action: 'journal', process: journal.process },
      { ...actorOf(request), operator },
    );
    return journal;
  });

  serve(app, calls.getTotals, forOperators, async ({ query }) => {
    await context.counts.flush();
    return totalsOf(context.storage.db, rangeOf(query, context.now()));
  });
}
