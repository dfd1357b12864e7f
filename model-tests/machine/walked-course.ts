import { isDeepStrictEqual } from 'node:util';
import type { StatusMachine } from '#domain/status-machine.ts';
import { type SubmissionStep, submissionSteps } from '#domain/submission-step.ts';
import { advance, begin, type Row } from '#machines/kit/advance.ts';
import { paymentMachine } from '#machines/payment/payment.machine.ts';
import type { PaymentEvent } from '#machines/payment/payment.types.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import type { ProcessEvent, ProcessInput } from '#machines/process/process.types.ts';
import { refundMachine } from '#machines/refund/refund.machine.ts';
import { submissionMachine } from '#machines/submission/submission.machine.ts';
import type { SubmissionEvent } from '#machines/submission/submission.types.ts';
import type { Course, CourseEntry } from '#server/journal-check/course.ts';

const AT = '2026-11-20T10:00:00.000Z';
type Attempt = { row: Row<typeof paymentMachine>; isReturned: boolean };

/**
 * An application that is moved by the events of its process, with the payments and the submission that these events
 * stand for: a payment that is started, fails or is settled is one of its attempts, and a sending that ends is a
 * submission that has done so.
 */
export class WalkedCourse {
  #process: Row<typeof processMachine>;
  #submission: Row<typeof submissionMachine> | null = null;
  #isDelivered = false;
  readonly #attempts: Attempt[] = [];
  readonly #entries: CourseEntry[] = [];
  readonly #failsAt: SubmissionStep;

  /** @param failsAt step at which a sending fails */
  constructor(input: ProcessInput, failsAt: SubmissionStep) {
    this.#process = begin(processMachine, input);
    this.#failsAt = failsAt;
    this.#begins('process', null, this.#process.state);
  }

  /** @returns false where the machine accepts the event, and the server does not: the authority has it already */
  take(event: ProcessEvent): boolean {
    const before = this.#process;
    const isChange = event.type === 'form.progressed' || event.type === 'draft.deleted';
    if (this.#isDelivered && isChange) return false;
    const moved = advance(processMachine, before, event);
    if (!moved.accepted) throw new Error(`${event.type} was not accepted in ${before.state}`);
    this.#process = { state: moved.state, context: moved.context };
    this.#noteMove('process', null, before.state, event.type, moved);
    this.#settle(event, moved.context.refundDueCents - before.context.refundDueCents);
    this.#send(event);
    if (event.type === 'form.progressed' && before.state === 'SUBMIT_FAILURE') this.#submission = null;
    return true;
  }

  course(): Course {
    const paid = this.#attempts.map(({ row, isReturned }) => ({ cents: row.context.paidCents, isReturned }));
    const sum = (rows: typeof paid) => rows.reduce((total, { cents }) => total + cents, 0);
    // What is deleted is erased, and all of its money is to be returned (workflow/erase.ts).
    const isGone = this.#process.state === 'deleted';
    const { running, paidCents } = this.#process.context;
    return {
      entries: this.#entries,
      isInOrder: true,
      running,
      places: [
        { machine: 'process', attempt: null, state: this.#process.state },
        ...(this.#submission
          ? [{ machine: 'submission' as const, attempt: null, state: this.#submission.state }]
          : []),
        ...this.#attempts.map(({ row }, index) => ({
          machine: 'payment' as const,
          attempt: index + 1,
          state: row.state,
        })),
      ],
      money: {
        paidCents: sum(paid),
        heldCents: isGone ? 0 : paidCents,
        returnedCents: sum(isGone ? paid : paid.filter(({ isReturned }) => isReturned)),
      },
      deliveries: null,
    };
  }

  #settle(event: ProcessEvent, newlyDue: number): void {
    const newest = this.#attempts.length - 1;
    if (event.type === 'payment.started' && this.#attempts.at(-1)?.row.state !== 'pending') this.#open();
    if (event.type === 'payment.failed')
      this.#report(newest, { type: 'provider.reportedFailed', reportedAt: AT });
    if (event.type === 'payment.cancelled')
      this.#report(newest, { type: 'provider.reportedCancelled', reportedAt: AT });
    if (event.type === 'payment.settled') {
      // Late money is that of an earlier attempt, where there is one.
      const late = this.#attempts.findLastIndex(({ row }) => row.state !== 'paid');
      const index = late < 0 ? this.#open() : late;
      const { amountCents } = event;
      this.#report(index, { type: 'provider.reportedPaid', amountCents, method: 'PAYPAL', reportedAt: AT });
      if (newlyDue > 0) this.#return(index);
    }
    if (event.type === 'form.completed' && newlyDue > 0) {
      for (const [index, { row, isReturned }] of this.#attempts.entries())
        if (row.state === 'paid' && !isReturned) this.#return(index);
    }
  }

  /** @returns the index of the new attempt */
  #open(): number {
    const row = begin(paymentMachine, { amountCents: this.#process.context.feeCents });
    const index = this.#attempts.push({ row, isReturned: false }) - 1;
    this.#begins('payment', index + 1, row.state);
    this.#report(index, { type: 'payment.opened', transactionId: 'T', reference: 'R', reportedAt: AT });
    return index;
  }

  #report(index: number, event: PaymentEvent): void {
    const attempt = this.#attempts[index]!;
    const moved = advance(paymentMachine, attempt.row, event);
    if (!moved.accepted) return;
    this.#noteMove('payment', index + 1, attempt.row.state, event.type, moved);
    attempt.row = { state: moved.state, context: moved.context };
  }

  #return(index: number): void {
    this.#attempts[index]!.isReturned = true;
    this.#begins('refund', index + 1, begin(refundMachine, { byTwo: false }).state);
  }

  #send(event: ProcessEvent): void {
    if (event.type === 'submission.requested') {
      if (this.#submission) this.#step({ type: 'submission.repeated' });
      else {
        this.#submission = begin(submissionMachine, undefined);
        this.#begins('submission', null, this.#submission.state);
      }
    }
    const isFailing = event.type === 'submission.failed';
    if (event.type !== 'submission.completed' && !isFailing) return;
    while (this.#submission && submissionSteps.some((step) => step === this.#submission!.state)) {
      const { step } = this.#submission.context;
      if (isFailing && step === this.#failsAt) {
        this.#step({ type: 'step.failed', step, problem: 'Error' });
        return;
      }
      this.#step({ type: 'step.finished', step, outcome: 'done' });
      this.#isDelivered ||= step === 'SUBMIT_DATA_TO_AUTHORITY';
    }
  }

  #step(event: SubmissionEvent): void {
    const before = this.#submission!;
    const moved = advance(submissionMachine, before, event);
    if (!moved.accepted) throw new Error(`${event.type} was not accepted in ${before.state}`);
    this.#noteMove('submission', null, before.state, event.type, moved);
    this.#submission = { state: moved.state, context: moved.context };
  }

  #begins(machine: StatusMachine, attempt: number | null, to: string): void {
    this.#note({ machine, attempt, event: null, from: null, to, rule: null });
  }

  #noteMove(
    machine: StatusMachine,
    attempt: number | null,
    from: string,
    event: string,
    { state: to, rule }: { state: string; rule: string | null },
  ): void {
    this.#note({ machine, attempt, event, from, to, rule });
  }

  /** As the server does it: what repeats the last move and leads nowhere is counted there (journal/entries.ts). */
  #note(move: Omit<CourseEntry, 'by' | 'times'>): void {
    const last = this.#entries.findLastIndex(
      ({ machine, attempt }) => machine === move.machine && attempt === move.attempt,
    );
    const entry = { ...move, by: 'person' as const, times: 1 };
    const before = this.#entries[last];
    if (before && move.from === move.to && isDeepStrictEqual({ ...before, times: 1 }, entry))
      this.#entries[last] = { ...before, times: before.times + 1 };
    else this.#entries.push(entry);
  }
}
