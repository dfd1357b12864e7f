import * as z from 'zod/mini';
import { paymentMethods } from '#domain/payment-method.ts';
import { call } from './call.ts';
import { lang, nextStep, paymentState, process } from './process.ts';
import { feeType, metadataId, processStatus, uuid } from './shapes.ts';

/** The provider's answer at the return, and the state of the application after it. */
const settlement = z.object({
  processId: uuid,
  paymentState,
  /** Money that was paid and pays nothing: marked to be returned. */
  refundCents: z.number(),
  /** The state of the application after it; null when it no longer exists. */
  application: z.nullable(
    z.object({ status: processStatus, nextStep, running: z.boolean(), hasUser: z.boolean() }),
  ),
});
export interface PaymentSettlement extends z.output<typeof settlement> {}

export const paymentCalls = {
  getPaymentData: call({
    method: 'GET',
    path: '/api/payment/data',
    summary: 'Fee, currency and methods for a form; the amount is null when the form decides',
    origin: 'spec',
    query: z.object({ metadataId }),
    answer: z.object({
      feeType,
      amountCents: z.nullable(z.number()),
      /** Null for a free form. */
      currency: z.nullable(z.literal('EUR')),
      /** Ways to pay that the provider's page offers; empty for a free form, or when only the page knows. */
      methods: z.array(z.enum(paymentMethods)),
    }),
    errors: ['form-not-found'],
  }),
  startPayment: call({
    method: 'POST',
    path: '/api/payment/{processId}/start',
    summary: "Starts the one payment of a process, or resumes it; answers the provider's address",
    origin: 'spec',
    params: z.object({ processId: uuid }),
    query: lang,
    body: z.object({ version: z.int().check(z.nonnegative()) }),
    answer: z.object({ redirectUrl: z.nullable(z.string()), process }),
    errors: [
      'not-found',
      'status-conflict',
      'edited-elsewhere',
      'summary-changed',
      'login-required',
      'login-not-accepted',
      'trust-level-too-low',
      'payment-unavailable',
      'interrupted',
    ],
  }),
  checkPayment: call({
    method: 'POST',
    path: '/api/payment/{processId}/check',
    summary: 'Asks the provider for the state of the payment now (return to the page, focus)',
    origin: 'own',
    unattended: true,
    params: z.object({ processId: uuid }),
    query: lang,
    answer: process,
    errors: ['not-found', 'payment-unavailable'],
  }),
  completePayment: call({
    method: 'GET',
    path: '/api/payment/complete',
    summary: "The return from the provider's page: asks the provider and settles; `result` is a hint only",
    origin: 'spec',
    query: z.object({
      result: z.string().check(z.maxLength(40)),
      /** The checkout sign. */
      id: z.string().check(z.minLength(1), z.maxLength(600)),
    }),
    answer: settlement,
    errors: ['not-found', 'payment-unavailable'],
  }),
};
