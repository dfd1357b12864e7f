import type { Row } from '../kit/advance.ts';
import { feeIsDue, loginIsDue, noticeIsOpen } from './process.guards.ts';
import type { processMachine } from './process.machine.ts';
import type { ProcessContext } from './process.types.ts';

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
    case 'COMPLETED':
      return noticeIsOpen(context) ? 'notice' : stepToSubmission(context);
    default:
      return stepToSubmission(context);
  }
}

/** What is left once the notice is settled: it is asked for before anything is paid or sent, and not after. */
function stepToSubmission(context: ProcessContext): NextStep {
  if (loginIsDue(context)) return 'login';
  return feeIsDue(context) ? 'payment' : 'submission';
}
