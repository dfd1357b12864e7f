import type { NextStep, ProcessStatus } from '#domain/process-status.ts';
import type { Row } from '../kit/advance.ts';
import { feeIsDue, loginIsDue, noticeIsOpen } from './process.guards.ts';
import type { processMachine } from './process.machine.ts';
import type { ProcessContext } from './process.types.ts';

type ProcessRow = Row<typeof processMachine>;

/** The steps between the form and the result. */
export type StepAhead = Extract<NextStep, 'conflict' | 'notice' | 'login' | 'payment' | 'submission'>;

/** Steps that are left once the notice is settled: the notice is offered before anything is paid or sent, not after. */
const stepsAfterNotice = (context: ProcessContext): readonly StepAhead[] => {
  const due: StepAhead[] = [];
  if (loginIsDue(context)) due.push('login');
  if (feeIsDue(context)) due.push('payment');
  return [...due, 'submission'];
};

/** Steps that are left with completed data, in order; the submission comes last. */
const stepsAhead = (context: ProcessContext): readonly StepAhead[] =>
  noticeIsOpen(context) ? ['notice', ...stepsAfterNotice(context)] : stepsAfterNotice(context);

/** Puts a data conflict first: its decision may change the data, and everything after that. */
const afterConflict = (context: ProcessContext, steps: readonly StepAhead[]): readonly StepAhead[] =>
  context.conflictOpen ? ['conflict', ...steps] : steps;

/** Steps that will be left when the form is completed as it is, for a fee in cents: the person sees them beforehand. */
export const stepsAfterForm = (context: ProcessContext, feeCents: number): readonly StepAhead[] =>
  afterConflict(context, stepsAhead({ ...context, feeCents }));

/** Steps that are left of confirmed data until it is sent, in order; none while it is open, or once it was sent. */
export function stepsLeft({ state, context }: ProcessRow): readonly StepAhead[] {
  switch (state) {
    case 'CREATED':
    case 'EDITING':
    case 'SUBMITTED':
    case 'deleted':
      return [];
    case 'COMPLETED':
      return afterConflict(context, stepsAhead(context));
    // A payment that has begun is ended before anything else.
    case 'PAYMENT_PENDING':
      return [
        'payment',
        ...afterConflict(context, stepsAfterNotice(context)).filter((it) => it !== 'payment'),
      ];
    default:
      return afterConflict(context, stepsAfterNotice(context));
  }
}

/** Derives the next step from status and facts alone, so that browser and server lead to the same step. */
export function nextStep(row: { state: ProcessStatus; context: ProcessContext }): NextStep;
export function nextStep(row: ProcessRow): NextStep | 'none';
export function nextStep(row: ProcessRow): NextStep | 'none' {
  switch (row.state) {
    case 'CREATED':
    case 'EDITING':
      return 'form';
    case 'SUBMITTED':
      return 'result';
    case 'deleted':
      return 'none';
    default:
      return stepsLeft(row)[0]!;
  }
}

/** States of completed data without a failed submission: after a failure the person decides about the next attempt. */
const statesThatGoOn: ReadonlySet<string> = new Set(['COMPLETED', 'ELECTRONIC_NOTICE_SELECTED', 'PAID']);

/**
 * Paid means sent: an application that is paid and lacks nothing else is submitted automatically, whichever event came
 * last (docs/decisions/0014-paid-means-sent.md).
 */
export const goesOnByItself = (row: ProcessRow): boolean =>
  statesThatGoOn.has(row.state) &&
  row.context.paidCents > 0 &&
  !row.context.running &&
  nextStep(row) === 'submission';
