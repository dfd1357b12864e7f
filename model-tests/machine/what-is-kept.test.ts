import { expect, it } from 'vitest';
import type { PaymentContext, PaymentEvent } from '#machines/payment/payment.types.ts';
import type {
  SentApplicationContext,
  SentApplicationEvent,
} from '#machines/sentApplication/sentApplication.types.ts';
import type { SubmissionContext, SubmissionEvent } from '#machines/submission/submission.types.ts';
import { explore } from '../paths/graph.ts';
import { paymentSubject } from '../subjects/payment.ts';
import { sentApplicationSubject } from '../subjects/sentApplication.ts';
import { submissionSubject } from '../subjects/submission.ts';
import { differences, type Kept } from './kept.ts';

const LATER = '2026-11-21T09:30:00Z';

it('an attempt to pay keeps what the provider has told last, and when', () => {
  const kept: Kept<PaymentEvent, PaymentContext> = (event) => {
    switch (event.type) {
      case 'payment.opened':
        return { transactionId: 'T-1', reference: 'K-1', reportedAt: LATER };
      case 'provider.reportedPaid':
        return { paidCents: 1100, method: 'CREDITCARD', reportedAt: LATER };
      case 'attempt.superseded':
        return { superseded: true };
      default:
        return { reportedAt: LATER };
    }
  };
  const told = (event: PaymentEvent) =>
    event.type === 'attempt.superseded' ? event : { ...event, reportedAt: LATER };
  expect(differences(paymentSubject, paymentSubject.starts, kept, { eventOf: told })).toEqual([]);
});

it('an attempt to pay begins with nothing but its amount', () => {
  const [start] = paymentSubject.starts;
  expect(explore(paymentSubject, start!).root.context).toEqual({
    amountCents: 1100,
    transactionId: null,
    reference: null,
    paidCents: 0,
    method: null,
    reportedAt: null,
    superseded: false,
  });
});

it('a sent application keeps the time of the last event, and the reasons of the authority', () => {
  const kept: Kept<SentApplicationEvent, SentApplicationContext> = (event) => ({
    ...('issuedAt' in event && { lastEventAt: LATER }),
    ...(event.type === 'delivery.rejected' && { problems: ['attachment missing'] }),
  });
  const told = (event: SentApplicationEvent) => ('issuedAt' in event ? { ...event, issuedAt: LATER } : event);
  const { starts } = sentApplicationSubject;
  expect(differences(sentApplicationSubject, starts, kept, { eventOf: told })).toEqual([]);
});

/** The step after each, as in submission.test.ts. */
const next: Record<string, SubmissionContext['step']> = {
  GET_FILES: 'CREATE_MESSAGE_ID',
  CREATE_MESSAGE_ID: 'CALCULATE_HASHES_FOR_ATTACHMENTS',
  CALCULATE_HASHES_FOR_ATTACHMENTS: 'CHECK_SIGNATURES',
  CHECK_SIGNATURES: 'CREATE_PROTOCOL',
  CREATE_PROTOCOL: 'SEAL_DATA',
  SEAL_DATA: 'SUBMIT_DATA_TO_AUTHORITY',
  SUBMIT_DATA_TO_AUTHORITY: 'SUBMIT_DATA_TO_POSTBOX',
  SUBMIT_DATA_TO_POSTBOX: 'CREATE_RECEIPT',
  CREATE_RECEIPT: 'SAVE_SUBMISSION',
};

it('a submission keeps the step, its problem, how often it was put off and repeated, and until when', () => {
  const notPutOff = { tries: 0, nextTryAt: null, tryUntil: null };
  const kept: Kept<SubmissionEvent, SubmissionContext> = (event, before) => {
    switch (event.type) {
      case 'step.finished':
        // After the last step nothing changes: the context still names the finished step.
        return event.step === 'SAVE_SUBMISSION'
          ? {}
          : { step: next[event.step]!, problem: null, ...notPutOff };
      case 'step.failed':
        return { problem: 'unreachable', ...notPutOff };
      case 'step.postponed':
        return {
          problem: 'unreachable',
          tries: before.tries + 1,
          nextTryAt: event.nextTryAt,
          tryUntil: before.tryUntil ?? event.tryUntil,
        };
      case 'step.resumed':
        return { nextTryAt: null };
      case 'submission.givenUp':
        return { problem: 'GivenUp', givenUp: event.reason, ...notPutOff };
      case 'submission.repeated':
        return { repeats: before.repeats + 1, problem: null, givenUp: null, ...notPutOff };
    }
  };
  expect(differences(submissionSubject, submissionSubject.starts, kept)).toEqual([]);
});
