import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { checkPaymentsOf } from '#server/use-cases/check-payment.ts';
import { completePayment } from '#server/use-cases/return-from-payment.ts';
import { startPayment } from '#server/use-cases/start-payment.ts';
import { processView } from '#server/views/process-view.ts';
import { readOwned } from '#server/workflow/act.ts';
import { serve, serveSession } from './route.ts';

/** The calls of spec section 7 under /api/payment. */
export function paymentRoutes(app: FastifyInstance, context: ServerContext): void {
  serve(app, calls.getPaymentData, async ({ query }) => {
    const metadata = context.content().metadata.get(query.metadataId);
    if (!metadata) throw new ProblemError('form-not-found');
    const isFree = metadata.feeType === 'FREE';
    return {
      feeType: metadata.feeType,
      amountCents: metadata.feeAmount,
      currency: isFree ? null : context.paymentProvider.currency,
      methods: isFree ? [] : [...context.paymentProvider.methods],
    };
  });

  serveSession(
    app,
    context,
    calls.startPayment,
    { limited: true },
    async ({ session, params, query, body }) => {
      const input = { ...body, ...query };
      const { redirectUrl, row } = await startPayment(context, session, params.processId, input);
      return { redirectUrl, process: await processView(context, row, query.lang) };
    },
  );

  serveSession(app, context, calls.checkPayment, { limited: true }, async ({ session, params, query }) => {
    await checkPaymentsOf(context, session, params.processId);
    return processView(context, await readOwned(context, session, params.processId), query.lang);
  });

  serve(app, calls.completePayment, { limited: true }, ({ query }) => completePayment(context, query.id));
}
