import type { ProgressView } from '#contract/personal-area.ts';

/** The stage of an application: the one word that decides what a person sees and is offered. */
export type Stage =
  | 'form'
  | 'conflict'
  | 'notice'
  | 'login'
  | 'payment'
  | 'paymentOpen'
  | 'paymentFailed'
  | 'submission'
  | 'sending'
  | 'sendingFailed'
  | 'sent';

/** The step that is due, distinguished by what has happened to it so far. */
export function stageOf({ status, nextStep, running }: ProgressView): Stage {
  if (running) return 'sending';
  switch (nextStep) {
    case 'result':
      return 'sent';
    case 'payment':
      if (status === 'PAYMENT_PENDING') return 'paymentOpen';
      return status === 'PAYMENT_FAILURE' ? 'paymentFailed' : 'payment';
    case 'submission':
      return status === 'SUBMIT_FAILURE' ? 'sendingFailed' : 'submission';
    default:
      return nextStep;
  }
}
