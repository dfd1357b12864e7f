import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { locales } from '#domain/locale.ts';
import { mayAs } from '#domain/operator.ts';
import type { ServerContext } from '#server/context.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { noCasePage } from '#server/operations/repair/no-case-page.ts';
import { readCase } from '#server/operations/repair/read-case.ts';
import { removalForm, removalReasonIn } from '#server/operations/repair/removal-form.ts';
import {
  goneRemovalPage,
  type RemovalNotice,
  removalPage,
  removalPath,
  removedPage,
} from '#server/operations/repair/removal-page.ts';
import type { PersonCommandOutcome } from '#server/security/events.ts';
import type { OperatorSession } from '#server/sessions/operator-session.ts';
import { previewRemoval, removeByOperator } from '#server/use-cases/remove-by-operator.ts';
import { hasOperators, operatorActor, operatorOf } from '../security/operators.ts';
import { operationsFrame, sendOperationsPage, sendOperatorLogin } from './operations-frame.ts';

/** The page on which operators with the role for it remove an application: what goes, a reason, and the outcome. */
export function operationsRemovalRoutes(
  app: FastifyInstance,
  context: ServerContext,
  files: PageFiles | null,
): void {
  if (!hasOperators(context)) return;

  const isWritten = (): boolean => {
    try {
      context.security.assertWritten();
      context.trail.assertWritten();
      return true;
    } catch {
      return false;
    }
  };

  for (const locale of locales) {
    const address = removalPath(locale);
    const frameFor = (request: FastifyRequest) => operationsFrame(context, files, locale, request);
    type At = { request: FastifyRequest; reply: FastifyReply; operator: OperatorSession };
    const send = async (
      { request, reply, operator }: At,
      about: { processId: string; status: number; notice: RemovalNotice | null; typed?: string },
    ) => {
      const { processId, status, notice, typed = '' } = about;
      const preview = await previewRemoval(context, processId);
      if (preview === null)
        return sendOperationsPage(reply, 409, goneRemovalPage({ ...frameFor(request), query: '' }));
      const number = (await readCase(context.storage.db, processId))?.delivery?.ticketNumber ?? processId;
      // The address of a removal is that of its form, which no link leads to.
      const frame = { ...frameFor(request), query: `?number=${processId}` };
      const mayErase = mayAs(operator.roles, 'erase');
      return sendOperationsPage(
        reply,
        status,
        removalPage(frame, { processId, number, preview, notice, typed, mayErase }),
      );
    };

    app.get<{ Querystring: { number?: unknown } }>(address, async (request, reply) => {
      const operator = await operatorOf(context, request);
      if (operator === null)
        return sendOperatorLogin(context, reply, { frame: frameFor(request), status: 401 });
      const { number } = request.query;
      const found = await readCase(context.storage.db, typeof number === 'string' ? number : '');
      if (found === null) return sendOperationsPage(reply, 404, noCasePage(frameFor(request)));
      const { processId } = found;
      context.security.record(
        { event: 'operator', outcome: 'succeeded', action: 'look-up', process: processId },
        operatorActor(request, operator),
      );
      return send({ request, reply, operator }, { processId, status: 200, notice: null });
    });

    app.post(address, async (request, reply) => {
      const operator = await operatorOf(context, request);
      if (operator === null)
        return sendOperatorLogin(context, reply, { frame: frameFor(request), status: 401 });
      const form = removalForm.safeParse(request.body).data;
      if (!form) return sendOperationsPage(reply, 404, noCasePage(frameFor(request)));
      const { process: processId, seen, because: typed } = form;
      const at = { request, reply, operator };
      const actor = operatorActor(request, operator);
      const because = removalReasonIn(typed);
      const tell = (told: PersonCommandOutcome) =>
        context.security.record(
          {
            event: 'operator',
            action: 'person-remove',
            by: actor.by ?? '',
            because: because ?? '',
            dryRun: false,
            process: processId,
            ...told,
          },
          actor,
        );
      if (!mayAs(operator.roles, 'erase')) {
        tell({ outcome: 'refused', reason: 'role-missing' });
        return send(at, { processId, status: 403, notice: 'role', typed });
      }
      const before = await previewRemoval(context, processId);
      if (before !== null && before.mark !== seen) {
        tell({ outcome: 'refused', reason: 'moved' });
        return send(at, { processId, status: 409, notice: 'moved', typed });
      }
      if (before !== null && because === null)
        return send(at, { processId, status: 422, notice: 'reason', typed });
      tell({ outcome: 'requested' });
      if (!isWritten()) return send(at, { processId, status: 503, notice: 'unwritten', typed });
      const removal = await removeByOperator(context, processId, { seen, actor }).catch((error) => {
        tell({ outcome: 'failed' });
        throw error;
      });
      if (removal === 'done') {
        tell({ outcome: 'succeeded' });
        return sendOperationsPage(reply, 200, removedPage({ ...frameFor(request), query: '' }, processId));
      }
      if (removal === 'gone') tell({ outcome: 'refused', reason: 'unknown-ticket' });
      else if (removal === 'moved') tell({ outcome: 'refused', reason: 'moved' });
      else tell({ outcome: 'refused', reason: removal.stays === 'notSent' ? 'not-sent' : removal.stays });
      const notice = typeof removal === 'string' ? 'moved' : 'stays';
      return send(at, { processId, status: 409, notice, typed });
    });
  }
}
