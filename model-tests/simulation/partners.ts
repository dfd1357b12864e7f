import { randomUUID } from 'node:crypto';
import type { ServerContext } from '#server/context.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { DeliveryEvent, DeliveryService } from '#server/ports/delivery.ts';
import { MailDeferred } from '#server/ports/mailer.ts';
import type { PaymentProvider, ProviderPayment, ProviderPaymentState } from '#server/ports/payment.ts';
import { DeliveryRefused } from '#server/submission/fit-connect/errors.ts';
import type { Outcome, Task } from './tasks.ts';

/**
 * A payment at the provider; `openedAt`: when a person was last sent to its page, in milliseconds; `isKnown`: whether a
 * person has been sent there, without which nobody can pay.
 */
export type Payment = ProviderPayment & {
  requestId: string;
  processId: string | null;
  openedAt: number;
  isKnown: boolean;
};

/** Everything that the partners know: the truth beside the portal's database. */
export type Partners = {
  payments: Payment[];
  /** Submissions by their id: the application, how often the authority got them, and the data that it got (JSON). */
  submissions: Map<string, { processId: string | null; received: number; data: string | null }>;
  /** Ids of the e-mails that the mail server has taken. */
  mails: Set<string>;
  /** Questions that a partner must not be asked. */
  breaches: string[];
};

export const createPartners = (): Partners => ({
  payments: [],
  submissions: new Map(),
  mails: new Set(),
  breaches: [],
});

/** The portal has sent a person to the page of a payment, without which nobody can pay. */
export function openPage({ payments }: Partners, redirectUrl: string): void {
  const opened = payments.find((one) => one.redirectUrl === redirectUrl);
  if (opened) opened.isKnown = true;
}

/** Has the payer, or the provider, decide about a payment. */
export function decidePayment(
  { payments }: Partners,
  index: number,
  state: ProviderPaymentState,
  at: Date,
): void {
  const payment = payments[index];
  if (!payment || payment.state === 'paid' || (state === 'paid' && !payment.isKnown)) return;
  payments[index] = {
    ...{ ...payment, state, redirectUrl: null, timestamp: at.toISOString() },
    method: state === 'paid' ? 'PAYPAL' : null,
  };
}

const canBePaid = ({ state, isKnown }: Payment): boolean => state === 'pending' && isKnown;

/** A process that has died does nothing any more. */
const forEver = new Promise<never>(() => undefined);

/** Makes a call to a partner, with the outcome that the run chooses. */
async function call<T>(
  ask: () => Promise<Outcome>,
  work: () => T,
  { away, refused }: { away: () => Error; refused: () => Error | null },
): Promise<T> {
  const outcome = await ask();
  if (outcome === 'diesBefore') return forEver;
  if (outcome === 'away') throw away();
  const refusal = outcome === 'refused' ? refused() : null;
  if (refusal) throw refusal;
  const answer = work();
  if (outcome === 'diesAfter') return forEver;
  if (outcome === 'answerLost') throw away();
  // Others act meanwhile, and the answer tells how it was before.
  if (outcome === 'answersLate' && (await ask()).startsWith('dies')) return forEver;
  return answer;
}

type Ports = Pick<ServerContext, 'paymentProvider' | 'delivery' | 'mailer'>;

/**
 * Returns the partners as a task meets them: they do what their protocols promise, and each call may fail, lose its
 * answer, take long, or be the last that its process does.
 * @param processId application of a delivery, which the sealed package does not tell
 */
export function portsOf(partners: Partners, task: Task, now: () => Date, processId: string | null): Ports {
  const isAway = (partner: 'payment' | 'delivery service') => () =>
    new PartnerUnavailable(partner, 'simulated');
  const paying = <T>(what: string, work: () => T) =>
    call(() => task.ask(`payment.${what}`), work, { away: isAway('payment'), refused: isAway('payment') });
  const delivering = <T>(what: string, work: () => T, submissionId?: string) =>
    call(() => task.ask(`delivery.${what}`), work, {
      away: isAway('delivery service'),
      // What it has it does not refuse any more.
      refused: () =>
        submissionId !== undefined && partners.submissions.get(submissionId)?.received
          ? null
          : new DeliveryRefused('simulated', 400),
    });
  const paymentProvider: PaymentProvider = {
    currency: 'EUR',
    methods: [],
    start: async ({ requestId, amountCents }) => {
      return paying('start', () => {
        const present = partners.payments.find((one) => one.requestId === requestId);
        if (present) {
          present.openedAt = now().getTime();
          return present;
        }
        if (partners.payments.some((one) => one.processId === processId && canBePaid(one)))
          partners.breaches.push('a second payment was opened while the first can be paid');
        const begun: Payment = {
          processId,
          openedAt: now().getTime(),
          isKnown: false,
          ...{ requestId, amountCents, transactionId: randomUUID(), reference: `R-${requestId}` },
          ...{ state: 'pending', redirectUrl: `https://pay.example/${requestId}`, method: null },
          timestamp: now().toISOString(),
        };
        partners.payments.push(begun);
        return begun;
      });
    },
    status: (_, transactionId) =>
      paying('status', () => partners.payments.find((one) => one.transactionId === transactionId) ?? null),
  };
  const delivery: DeliveryService = {
    kind: 'FIT_CONNECT',
    announce: () =>
      delivering('announce', () => {
        const submissionId = randomUUID();
        partners.submissions.set(submissionId, { processId, received: 0, data: null });
        return { submissionId, caseId: randomUUID() };
      }),
    seal: (content) =>
      delivering('seal', () => ({
        ...{
          destinationId: content.destinationId,
          encryptionKid: 'key',
          publicService: content.publicService,
        },
        ...{ encryptedMetadata: 'sealed', encryptedData: content.data[0]?.text ?? '' },
        attachments: content.attachments.map(({ attachmentId }) => ({ attachmentId, encrypted: 'sealed' })),
        authenticationTags: { metadata: 'm', data: 'd', attachments: {} },
      })),
    deliver: ({ submissionId }, { encryptedData }) =>
      delivering(
        'deliver',
        () => {
          const submission = partners.submissions.get(submissionId);
          if (submission?.processId !== processId)
            partners.breaches.push('delivered under an announcement of something else');
          // A submission that has arrived is not taken again.
          else if (submission.received === 0) Object.assign(submission, { received: 1, data: encryptedData });
        },
        submissionId,
      ),
    events: ({ submissionId }) =>
      delivering('events', () => ({
        events: partners.submissions.get(submissionId)?.received ? [arrived(submissionId, now())] : [],
        rejected: 0,
      })),
  };
  const mailer = {
    send: ({ id }: { id: string }) =>
      call(
        () => task.ask('mail.send'),
        () => void partners.mails.add(id),
        {
          away: () => new MailDeferred('simulated'),
          refused: () => new MailDeferred('simulated'),
        },
      ),
  };
  return { paymentProvider, delivery, mailer };
}

const arrived = (submissionId: string, at: Date): DeliveryEvent => ({
  ...{ kind: 'submit', issuer: 'delivery service', issuedAt: at.toISOString() },
  ...{ jti: `arrived ${submissionId}`, problems: [], token: 'signed' },
});
