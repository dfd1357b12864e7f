import type { Row } from '../kit/advance.ts';
import { feeIsDue, loginIsDue, noticeIsOpen } from './process.guards.ts';
import type { processMachine } from './process.machine.ts';

/** The step of the application that comes next for the person. */
export type NextStep = 'form' | 'notice' | 'login' | 'payment' | 'submission' | 'result' | 'none';

/** Derived from status and facts alone, so that browser and server lead to the same step. */
export function nextStep({ state, context }: Row<typeof processMachine>): NextStep {
  switch (state) {
    case 'CREATED':
    case 'EDITING':
      return 'form';
    case 'PAYMENT_PENDING':
      return 'payment';
    case 'SUBMITTED':
      return 'result';
    case 'deleted':
      return 'none';
    default:
      if (noticeIsOpen(context)) return 'notice';
      if (loginIsDue(context)) return 'login';
      return feeIsDue(context) ? 'payment' : 'submission';
  }
}
