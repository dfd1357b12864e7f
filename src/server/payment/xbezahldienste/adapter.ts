import type { Options } from 'ky';
import type { PaymentMethod } from '#domain/payment-method.ts';
import { authorised } from '#server/access-tokens.ts';
import type { PartnerPresence } from '#server/partners/partner-presence.ts';
import type { PaymentProvider, ProviderPayment, ProviderPaymentState } from '#server/ports/payment.ts';
import { type Answer, createAsk, expectShape, readAnswer, unavailable } from './http.ts';
import { checkId, paymentRequestBody } from './request.ts';
import {
  type PaymentTransaction,
  paymentTransaction,
  problemAnswer,
  problemCode,
  type StandardVersion,
} from './schema.ts';
import { createAccessTokens } from './token.ts';

const TIMEOUT_MS = 10_000;

export type XbezahldiensteConfig = {
  /** Address before /paymenttransaction/…, without a trailing slash. */
  baseUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** The online service at the provider (originatorId). */
  originatorId: string;
  /** Payment methods that were agreed with the provider, as the standard names them. */
  methods?: readonly PaymentMethod[];
  /** For each request; default 10 s. */
  timeoutMs?: number;
  /** Version that the provider uses; default 1.0. */
  version?: StandardVersion;
  presence?: PartnerPresence;
};

const STATES: Record<PaymentTransaction['paymentInformation']['status'], ProviderPaymentState> = {
  INITIAL: 'pending',
  PAYED: 'paid',
  CANCELED: 'cancelled',
  FAILED: 'failed',
};

/**
 * Payment provider over XBezahldienste (FITKO). All methods throw PartnerUnavailable for timeouts, network faults,
 * refusals and answers outside the standard; `start` throws RangeError for a payment that the standard cannot carry.
 */
export function createXbezahldienste(config: XbezahldiensteConfig): PaymentProvider {
  const ask = createAsk(config.timeoutMs ?? TIMEOUT_MS, config.presence);
  const tokens = createAccessTokens(config, ask);
  const amountField = config.version === '1.2' ? 'grossAmount' : 'grosAmount';
  const root = `${config.baseUrl}/paymenttransaction/${checkId('originatorId', config.originatorId)}`;

  async function send(url: string, options?: Options): Promise<Answer> {
    return readAnswer(
      await authorised(tokens, (authorization) => ask(url, { ...options, headers: { authorization } })),
    );
  }

  async function fetchTransaction(endPointId: string, transactionId: string) {
    const url = `${root}/${checkId('endPointId', endPointId)}/${encodeURIComponent(transactionId)}`;
    const answer = await send(url);
    if (isUnknown(answer)) return null;
    const transaction = readTransaction(answer);
    if (transaction.paymentInformation.transactionId !== transactionId) {
      throw unavailable('answered for another transaction');
    }
    return transaction;
  }

  return {
    // The standard has no other.
    currency: 'EUR',
    methods: config.methods ?? [],
    async start(payment) {
      const json = paymentRequestBody(payment, amountField, new Date());
      const url = `${root}/${checkId('endPointId', payment.endPointId)}`;
      const answer = await send(url, { method: 'post', json });
      const existing = existingTransactionId(answer);
      const transaction = existing
        ? await fetchTransaction(payment.endPointId, existing)
        : readTransaction(answer);
      if (transaction?.paymentRequest.requestId !== payment.requestId) {
        throw unavailable('answered for another request');
      }
      return toProviderPayment(transaction);
    },
    async status(endPointId, transactionId) {
      const transaction = await fetchTransaction(endPointId, transactionId);
      return transaction && toProviderPayment(transaction);
    },
  };
}

/** The transaction id that a PAYMENT_EXISTS problem leads to; null for every other answer. */
function existingTransactionId(answer: Answer): string | null {
  const problem = answer.status >= 400 ? problemAnswer.safeParse(answer.json).data : undefined;
  if (!problem || problemCode(problem) !== 'PAYMENT_EXISTS') return null;
  const id = problem.transactionId ?? problem.instance?.split('/').at(-1);
  if (!id) throw unavailable('PAYMENT_EXISTS without saying which');
  return id;
}

/** A 404 counts only as the provider's own answer: a gateway's "not found" proves nothing about a payment. */
function isUnknown(answer: Answer): boolean {
  if (answer.status !== 404 || !answer.isProblem) return false;
  const problem = problemAnswer.safeParse(answer.json).data;
  return problem !== undefined && problemCode(problem) !== 'NO_VALID_ORIGINATOR_OR_ENDPOINT';
}

function readTransaction(answer: Answer): PaymentTransaction {
  if (answer.status >= 200 && answer.status < 300) return expectShape(paymentTransaction, answer);
  const problem = problemAnswer.safeParse(answer.json).data ?? {};
  throw unavailable(`refused (${answer.status}): ${problemCode(problem)} ${problem.detail ?? ''}`.trim());
}

function toProviderPayment({ paymentRequest, paymentInformation }: PaymentTransaction): ProviderPayment {
  const state = STATES[paymentInformation.status];
  const pending = state === 'pending';
  return {
    transactionId: paymentInformation.transactionId,
    reference: paymentInformation.transactionReference ?? '',
    state,
    redirectUrl: pending ? (paymentInformation.transactionRedirectUrl ?? null) : null,
    method: pending ? null : (paymentInformation.paymentMethod ?? null),
    amountCents: paymentRequest.amountCents,
    timestamp: paymentInformation.transactionTimestamp,
  };
}
