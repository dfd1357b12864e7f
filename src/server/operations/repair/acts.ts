import type { GiveUpReason } from '#domain/give-up.ts';
import { handInMachine } from '#machines/handIn/handIn.machine.ts';
import type { HandInEvent } from '#machines/handIn/handIn.types.ts';
import { advance } from '#machines/kit/advance.ts';
import { submissionMachine } from '#machines/submission/submission.machine.ts';
import type { SubmissionEvent } from '#machines/submission/submission.types.ts';
import { deliveryMark, handInMark, paymentMark } from '#server/use-cases/try-now.ts';
import type { Case } from './read-case.ts';

/** An act of an operator on a part of a case, and how far that part is. */
export type Act = (
  | { act: 'try'; what: 'delivery' | 'handIn' | 'payment' }
  | { act: 'giveUp'; what: 'delivery' | 'handIn' }
) & {
  /** Id of the application or of a payment, number of a hand-in. */
  id: string;
  /** Number to name it by; null for the delivery, of which there is one. */
  number: number | null;
  seen: string;
};

const REASON: GiveUpReason = 'away';
const now = new Date(0).toISOString();

/** Returns the acts that the machines of a case accept now, and the payments about which the provider can be asked. */
export function actsOf({ processId, delivery, handIns, payments }: Case): Act[] {
  return [
    ...(delivery
      ? actsAccepted<SubmissionEvent>(
          { try: { type: 'step.resumed' }, giveUp: { type: 'submission.givenUp', reason: REASON } },
          (event) => advance(submissionMachine, delivery, event).accepted,
        ).map((act) => ({
          act,
          what: 'delivery' as const,
          id: processId,
          number: null,
          seen: deliveryMark(delivery),
        }))
      : []),
    ...handIns.flatMap((handIn) =>
      actsAccepted<HandInEvent>(
        {
          try: { type: 'handIn.repeated', nextTryAt: now, tryUntil: now },
          giveUp: { type: 'handIn.givenUp', reason: REASON },
        },
        (event) => advance(handInMachine, handIn, event).accepted,
      ).map((act) => ({
        act,
        what: 'handIn' as const,
        id: String(handIn.number),
        number: handIn.number,
        seen: handInMark(handIn),
      })),
    ),
    ...payments
      .filter(({ state, isOpened }) => state !== 'paid' && isOpened)
      .map((payment) => ({
        act: 'try' as const,
        what: 'payment' as const,
        id: payment.id,
        number: payment.attempt,
        seen: paymentMark(payment),
      })),
  ];
}

const actsAccepted = <Event>(
  events: Record<Act['act'], Event>,
  accepts: (event: Event) => boolean,
): Act['act'][] => (['try', 'giveUp'] as const).filter((act) => accepts(events[act]));
