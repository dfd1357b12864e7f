import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { ServerContext } from '#server/context.ts';
import { journalOf } from '#server/operations/journal-view.ts';
import { rangeOf } from '#server/operations/range.ts';
import { formsReached } from '#server/operations/steps-by-form.ts';
import { totalsOf } from '#server/operations/totals-view.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { TokenLogin } from '../security/operator-token.ts';
import { endOperatorLogin, hasOperators, operatorActor, requireOperator } from '../security/operators.ts';
import { serve } from './route.ts';

/** Serves the workshop's calls, for operators alone; the calls do not exist where no operator can log in. */
export function workshopRoutes(
  app: FastifyInstance,
  context: ServerContext,
  logInByToken: TokenLogin | null,
): void {
  const forOperators = { admit: (request: FastifyRequest) => requireOperator(context, request) };

  serve(app, calls.openWorkshop, async ({ body, request, reply }) => {
    if (logInByToken === null) throw new ProblemError('not-found');
    const tried = await logInByToken(request, reply, body.token);
    if (tried.outcome === 'wrong') throw new ProblemError('operator-login-required');
    if (tried.outcome === 'tooMany') {
      throw new ProblemError('too-many-requests', {}, { retryAfter: tried.seconds });
    }
  });

  serve(app, calls.closeWorkshop, async ({ request, reply }) => {
    if (!hasOperators(context)) throw new ProblemError('not-found');
    await endOperatorLogin(context, request, reply);
  });

  serve(app, calls.getJournal, forOperators, async ({ query, request }) => {
    const journal = await journalOf(context.storage.db, query.process);
    context.security.record(
      { event: 'operator', outcome: 'succeeded', action: 'journal', process: journal.process },
      operatorActor(request, await requireOperator(context, request)),
    );
    return journal;
  });

  serve(app, calls.getTotals, forOperators, async ({ query }) => {
    await context.counts.flush();
    const range = rangeOf(query, context.now());
    const { db } = context.storage;
    return { ...(await totalsOf(db, range)), forms: await formsReached(db, range, context.content()) };
  });
}
