import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { locales } from '#domain/locale.ts';
import { mayAs } from '#domain/operator.ts';
import { type RefundOperator, refundSteps } from '#domain/refund-steps.ts';
import { refundStepsOf } from '#machines/refund/refund.selectors.ts';
import type { ServerContext } from '#server/context.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { refundForm } from '#server/operations/repair/refund-form.ts';
import {
  noRefundPage,
  type RefundNotice,
  type RefundPage,
  refundPage,
} from '#server/operations/repair/refund-page.ts';
import { refundPath } from '#server/operations/repair/refund-path.ts';
import { reasonIn } from '#server/operations/repair/repair-form.ts';
import { type RefundRow, refundMachineRow, refundMark } from '#server/payment/refund.ts';
import type { OperatorSession } from '#server/sessions/operator-session.ts';
import { markRefund } from '#server/use-cases/mark-refund.ts';
import { hasOperators, operatorActor, operatorOf } from '../security/operators.ts';
import { operationsFrame, sendOperationsPage, sendOperatorLogin } from './operations-frame.ts';

/** The page of one refund for operators, where they note that the money was returned. */
export function operationsRefundRoutes(
  app: FastifyInstance,
  context: ServerContext,
  files: PageFiles | null,
): void {
  if (!hasOperators(context)) return;

  const refundOf = (paymentId: string): Promise<RefundRow | undefined> =>
    context.storage.db.selectFrom('refund').selectAll().where('paymentId', '=', paymentId).executeTakeFirst();

  for (const locale of locales) {
    const address = refundPath(locale);
    const frameFor = (request: FastifyRequest) => operationsFrame(context, files, locale, request);
    const send = (
      {
        request,
        reply,
        operator,
      }: { request: FastifyRequest; reply: FastifyReply; operator: OperatorSession },
      about: {
        status: number;
        refund: RefundRow;
        notice: RefundNotice | null;
        typed?: RefundPage['typed'];
      },
    ) => {
      const { status, refund, notice, typed = null } = about;
      const byTwo = context.config.REFUND_BY_TWO;
      // The address of a step is that of its form, which no link leads to.
      const frame = { ...frameFor(request), query: `?payment=${refund.paymentId}` };
      const mayRepair = mayAs(operator.roles, 'repair');
      const row = refundMachineRow(refund, context.config);
      const steps = refundStepsOf(row, { by: personOf(operator), mayRepair });
      return sendOperationsPage(
        reply,
        status,
        refundPage(frame, { refund, notice, typed, byTwo, steps, mayRepair }),
      );
    };

    app.get<{ Querystring: { payment?: unknown; done?: unknown } }>(address, async (request, reply) => {
      const operator = await operatorOf(context, request);
      if (operator === null)
        return sendOperatorLogin(context, reply, { frame: frameFor(request), status: 401 });
      const payment = z.uuid().safeParse(request.query.payment).data;
      const refund = payment && (await refundOf(payment));
      if (!refund) return sendOperationsPage(reply, 404, noRefundPage(frameFor(request)));
      context.security.record(
        { event: 'operator', outcome: 'succeeded', action: 'look-up', process: refund.processId },
        operatorActor(request, operator),
      );
      const notice = refundSteps.find((step) => step === request.query.done) ?? null;
      return send({ request, reply, operator }, { status: 200, refund, notice });
    });

    app.post(address, async (request, reply) => {
      const operator = await operatorOf(context, request);
      if (operator === null)
        return sendOperatorLogin(context, reply, { frame: frameFor(request), status: 401 });
      const form = refundForm.safeParse(request.body).data;
      const before = form && (await refundOf(form.payment));
      if (!form || !before) return sendOperationsPage(reply, 404, noRefundPage(frameFor(request)));
      const { payment, step, seen } = form;
      const note = reasonIn(form.because);
      const at = { request, reply, operator };
      const tell = (
        told:
          | { outcome: 'succeeded' }
          | { outcome: 'refused'; reason: 'role-missing' | 'moved' | 'same-operator' },
      ) =>
        context.security.record(
          {
            event: 'operator',
            action: 'refund',
            what: step,
            payment,
            process: before.processId,
            because: note ?? '',
            ...told,
          },
          operatorActor(request, operator),
        );
      const mayRepair = mayAs(operator.roles, 'repair');
      if (mayRepair && note === null) {
        if (refundMark(before) === seen)
          return send(at, { status: 422, refund: before, notice: 'reason', typed: form });
        // Whoever has to look anew must not be told first that a note is missing.
        tell({ outcome: 'refused', reason: 'moved' });
        return send(at, { status: 409, refund: before, notice: 'moved', typed: form });
      }
      const by = personOf(operator);
      const move = { paymentId: payment, step, by, mayRepair, note: note ?? '', seen };
      const outcome = await markRefund(context, move);
      if (outcome !== 'done') {
        const { status, reason } = refusals[outcome];
        tell({ outcome: 'refused', reason });
        return send(at, {
          status,
          refund: (await refundOf(payment)) ?? before,
          notice: outcome,
          typed: form,
        });
      }
      tell({ outcome: 'succeeded' });
      return reply.redirect(`${address}?payment=${payment}&done=${step}`, 303);
    });
  }
}

/** Answers to acts that the machine refuses: with the page of the refund as it is now. */
const refusals = {
  role: { status: 403, reason: 'role-missing' },
  same: { status: 403, reason: 'same-operator' },
  moved: { status: 409, reason: 'moved' },
} as const;

const personOf = ({ operator }: OperatorSession): RefundOperator =>
  operator.way === 'person' ? operator.person : null;
