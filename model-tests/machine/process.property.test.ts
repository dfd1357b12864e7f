import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loginModes } from '#domain/login.ts';
import { advance, begin } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import { allowedOperations, nextStep, type ProcessRow } from '#machines/process/process.selectors.ts';
import type { ProcessEvent, ProcessInput } from '#machines/process/process.types.ts';
import { randomRun } from '../paths/random.ts';

const cents = fc.constantFrom(0, 900, 1100, 2200);
const paid = fc.constantFrom(900, 1100, 2200);

const input: fc.Arbitrary<ProcessInput> = fc
  .record({
    mode: fc.constantFrom(...loginModes),
    feeCents: cents,
    noticeAllowed: fc.boolean(),
    hasUser: fc.boolean(),
    hasPostbox: fc.boolean(),
  })
  .map((start) => ({ ...start, hasPostbox: start.hasUser && start.hasPostbox }));

const event: fc.Arbitrary<ProcessEvent> = fc.oneof(
  fc.record({ type: fc.constant('form.progressed' as const) }),
  fc.record({ type: fc.constant('form.progressed' as const), feeCents: cents }),
  fc.record({ type: fc.constant('form.completed' as const), feeCents: cents }),
  fc.record({ type: fc.constant('notice.chosen' as const), accepted: fc.boolean() }),
  fc.record({
    type: fc.constant('place.changed' as const),
    mode: fc.constantFrom(...loginModes),
    feeCents: cents,
    noticeAllowed: fc.boolean(),
  }),
  fc.record({ type: fc.constant('payment.settled' as const), amountCents: paid }),
  fc.record({
    type: fc.constant('user.changed' as const),
    authenticatedAfterCompletion: fc.boolean(),
    hasPostbox: fc.boolean(),
  }),
  fc.record({ type: fc.constant('draft.deleted' as const), paidConsent: fc.boolean() }),
  ...(
    [
      'payment.started',
      'payment.failed',
      'payment.cancelled',
      'submission.requested',
      'submission.completed',
      'submission.failed',
      'conflict.found',
      'conflict.settled',
      'result.acknowledged',
    ] as const
  ).map((type) => fc.record({ type: fc.constant(type) })),
);

/**
 * The step a person is led to can be taken, and the application can be changed, deleted or paid: there are no dead
 * ends.
 */
function expectWayOn(row: ProcessRow): void {
  if (!row.context.running && row.state !== 'SUBMITTED' && row.state !== 'deleted') {
    const out = allowedOperations(row).filter((it) => ['progress', 'delete', 'startPayment'].includes(it));
    expect(out, `a way out of ${row.state}`).not.toEqual([]);
  }
  const step = nextStep(row);
  const operation = {
    conflict: 'decide',
    notice: 'electronicNotice',
    login: 'persist',
    payment: 'startPayment',
    submission: 'submit',
  };
  if (step in operation && !row.context.running) {
    expect(allowedOperations(row), `${step} in ${row.state}`).toContain(
      operation[step as keyof typeof operation],
    );
  }
}

/** Invariants of every status, whatever has happened before. */
function expectSound({ state, context }: ProcessRow, receivedCents: number): void {
  const { feeCents, paidCents, refundDueCents, running } = context;
  expect(paidCents + refundDueCents, 'every cent received is on record').toBe(receivedCents);
  if (context.conflictOpen) {
    expect(context.hasUser, 'a conflict with an account').toBe(true);
    expect(running || paidCents > 0 || state === 'SUBMITTED', 'nothing is paid or sent undecided').toBe(
      false,
    );
  }
  if (running || state === 'SUBMITTED') {
    expect(paidCents, 'nothing is sent with a fee open').toBe(feeCents);
    if (context.mode.includes('start')) expect(context.hasUser || context.loginConfirmed).toBe(true);
    if (context.mode.endsWith('complete') && context.mode !== 'start_or_complete') {
      expect(context.loginConfirmed, 'nothing is sent without the login after completion').toBe(true);
    }
  }
  if (context.notice === 'accepted') {
    expect(context.noticeAllowed && context.hasPostbox, 'no notice to a postbox that is not there').toBe(
      true,
    );
  }
  if (state === 'COMPLETED' && running) {
    const isOpen = context.noticeAllowed && context.hasPostbox && context.notice === null;
    expect(isOpen, 'nothing is sent without the choice').toBe(false);
  }
  if (state === 'ELECTRONIC_NOTICE_SELECTED') expect(context.notice, 'a choice stands').not.toBeNull();
  expect(context.hasPostbox && !context.hasUser, 'nobody without an account has a postbox').toBe(false);
  if (state === 'PAID') expect(paidCents).toBe(feeCents);
  if (state === 'PAYMENT_PENDING') expect(paidCents).toBe(0);
}

it('keeps money, fee, choice and login right on any walk', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(input, fc.array(event, { maxLength: 60, size: 'max' }), (start, events) => {
      let row = begin(processMachine, start);
      let receivedCents = 0;
      for (const next of events) {
        const answer = advance(processMachine, row, next);
        if (!answer.accepted) continue;
        if (next.type === 'payment.settled') receivedCents += next.amountCents;
        if (answer.state === 'deleted') {
          expect(row.state, 'an open payment keeps its process').not.toBe('PAYMENT_PENDING');
          expect(row.context.running, 'what is being sent is kept').toBe(false);
        }
        if (row.state === 'SUBMITTED') expect(answer.state, 'sent is sent').toBe('SUBMITTED');
        row = { state: answer.state, context: answer.context };
        expectSound(row, receivedCents);
        expectWayOn(row);
        seen.add(row.state);
      }
    }),
    // Two seconds: fewer walks leave a state out now and then.
    randomRun('process', 3_000),
  );
  const unseen = Object.keys(processMachine.states).filter((state) => !seen.has(state));
  expect(unseen, 'the walks go everywhere').toEqual([]);
});
