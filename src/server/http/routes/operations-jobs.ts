import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { locales } from '#domain/locale.ts';
import { mayAs } from '#domain/operator.ts';
import type { ServerContext } from '#server/context.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { type JobsNotice, type JobsPage, jobsPage, jobsPath } from '#server/operations/repair/jobs-page.ts';
import { reasonIn } from '#server/operations/repair/repair-form.ts';
import type { OperatorSession } from '#server/sessions/operator-session.ts';
import { failedJobs, failedMark, retryJobs } from '#server/use-cases/retry-jobs.ts';
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
      about: { status: number; notice: JobsNotice | null; count?: number; typed?: JobsPage['typed'] },
    ) => {
      const { status, notice, count = 0, typed = null } = about;
      const failed = await failedJobs(context.storage.db);
      const page = { failed, notice, count, typed, mayRepair: mayAs(roles, 'repair') };
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
      const count = Number(request.query.done);
      const notice = count > 0 ? 'done' : null;
      return send({ request, reply, roles: operator.roles }, { status: 200, notice, count });
    });

    app.post(address, async (request, reply) => {
      const operator = await operatorOf(context, request);
      if (operator === null)
        return sendOperatorLogin(context, reply, { frame: frameFor(request), status: 401 });
      const at = { request, reply, roles: operator.roles };
      const asked = form.safeParse(request.body).data;
      if (!asked) return send(at, { status: 409, notice: 'moved' });
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
        return send(at, { status: 403, notice: 'role', typed: asked });
      }
      const hasMoved = () => {
        tell({ outcome: 'refused', reason: 'moved' });
        return send(at, { status: 409, notice: 'moved', typed: asked });
      };
      const failed = await failedJobs(context.storage.db);
      // Whoever has to look anew must not be told first that a reason is missing.
      if (!failed.some((one) => one.queue === asked.queue && failedMark(one) === asked.seen))
        return hasMoved();
      if (because === null) return send(at, { status: 422, notice: 'reason', typed: asked });
      const count = await retryJobs(context, asked);
      if (count === null) return hasMoved();
      tell({ outcome: 'succeeded', count });
      return reply.redirect(`${address}?done=${count}`, 303);
    });
  }
}
