import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { locales } from '#domain/locale.ts';
import { mayAs } from '#domain/operator.ts';
import type { ServerContext } from '#server/context.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { type JobsNotice, jobsPage, jobsPath } from '#server/operations/repair/jobs-page.ts';
import { reasonIn } from '#server/operations/repair/repair-form.ts';
import type { OperatorSession } from '#server/sessions/operator-session.ts';
import { failedJobs, retryJobs } from '#server/use-cases/retry-jobs.ts';
import { hasOperators, operatorActor, operatorOf } from '../security/operators.ts';
import { operationsFrame, sendOperationsPage, sendOperatorLogin } from './operations-frame.ts';

const form = z.object({ queue: z.string().max(60), seen: z.string().max(60), because: z.string() });

/** The page of failed jobs for operators, and their wish to have those of a queue tried again. */
export function operationsJobsRoutes(
  app: FastifyInstance,
  context: ServerContext,
  files: PageFiles | null,
): void {
  if (!hasOperators(context)) return;

  for (const locale of locales) {
    const address = jobsPath(locale);
    const frameFor = (request: FastifyRequest) => ({
      ...operationsFrame(context, files, locale, request),
      query: '',
    });
    const send = async (
      {
        request,
        reply,
        roles,
      }: { request: FastifyRequest; reply: FastifyReply } & Pick<OperatorSession, 'roles'>,
      status: number,
      notice: JobsNotice | null,
    ) => {
      const failed = await failedJobs(context.storage.db);
      const page = { failed, notice, mayRepair: mayAs(roles, 'repair') };
      return sendOperationsPage(reply, status, jobsPage(frameFor(request), page));
    };

    app.get<{ Querystring: { done?: unknown } }>(address, async (request, reply) => {
      const operator = await operatorOf(context, request);
      if (operator === null)
        return sendOperatorLogin(context, reply, { frame: frameFor(request), status: 401 });
      context.security.record(
        { event: 'operator', outcome: 'succeeded', action: 'read' },
        operatorActor(request, operator),
      );
      const notice = request.query.done === 'done' ? 'done' : null;
      return send({ request, reply, roles: operator.roles }, 200, notice);
    });

    app.post(address, async (request, reply) => {
      const operator = await operatorOf(context, request);
      if (operator === null)
        return sendOperatorLogin(context, reply, { frame: frameFor(request), status: 401 });
      const at = { request, reply, roles: operator.roles };
      const asked = form.safeParse(request.body).data;
      if (!asked) return send(at, 409, 'moved');
      const because = reasonIn(asked.because);
      const tell = (
        told:
          | { outcome: 'succeeded'; count: number }
          | { outcome: 'refused'; reason: 'role-missing' | 'moved' },
      ) =>
        context.security.record(
          { event: 'operator', action: 'retry-jobs', what: asked.queue, because: because ?? '', ...told },
          operatorActor(request, operator),
        );
      if (!mayAs(operator.roles, 'repair')) {
        tell({ outcome: 'refused', reason: 'role-missing' });
        return send(at, 403, 'role');
      }
      if (because === null) return send(at, 422, 'reason');
      const count = await retryJobs(context, asked);
      if (count === null) {
        tell({ outcome: 'refused', reason: 'moved' });
        return send(at, 409, 'moved');
      }
      tell({ outcome: 'succeeded', count });
      return reply.redirect(`${address}?done=done`, 303);
    });
  }
}
