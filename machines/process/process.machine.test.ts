import { describe, expect, it } from 'vitest';
import { advance, begin } from '../kit/advance.ts';
import { processMachine } from './process.machine.ts';
import { allowedOperations, nextStep, type ProcessRow } from './process.selectors.ts';
import type { ProcessEvent, ProcessInput } from './process.types.ts';

const free: ProcessInput = {
  mode: 'none',
  feeCents: 0,
  noticeAllowed: false,
  hasUser: false,
  hasPostbox: false,
};
const withFee: ProcessInput = { ...free, feeCents: 1100 };

/** Walks from the start; the test fails at the first event that is refused. */
function walk(input: ProcessInput, ...events: ProcessEvent[]): ProcessRow {
  return events.reduce<ProcessRow>(
    (row, event) => {
      const moved = advance(processMachine, row, event);
      if (!moved.accepted) throw new Error(`${event.type} was refused in ${row.state}`);
      return { state: moved.state, context: moved.context };
    },
    begin(processMachine, input),
  );
}

const isRefused = (row: ProcessRow, event: ProcessEvent) =>
  expect(advance(processMachine, row, event)).toEqual({ accepted: false });

const completed = (feeCents: number): ProcessEvent => ({ type: 'form.completed', feeCents });
const settled = (amountCents: number): ProcessEvent => ({ type: 'payment.settled', amountCents });
const [started, failed, requested] = [
  { type: 'payment.started' },
  { type: 'payment.failed' },
  { type: 'submission.requested' },
] as const satisfies ProcessEvent[];

describe('an application without a fee', () => {
  it('is filled in, completed, sent and acknowledged', () => {
    const row = walk(
      free,
      { type: 'form.progressed' },
      completed(0),
      requested,
      { type: 'submission.completed' },
      { type: 'result.acknowledged' },
    );
    expect(row).toMatchObject({ state: 'SUBMITTED', context: { running: false, acknowledged: true } });
  });

  it('is sent once, however often the button is pressed', () => {
    isRefused(walk(free, completed(0), requested), requested);
  });

  it('stays as it is while it is being sent', () => {
    const row = walk(free, completed(0), requested);
    isRefused(row, { type: 'form.progressed' });
    isRefused(row, { type: 'draft.deleted', paidConsent: true });
    isRefused(row, { type: 'user.changed', authenticatedAfterCompletion: true, hasPostbox: false });
  });

  it('can be repeated or changed after it could not be sent', () => {
    const row = walk(free, completed(0), requested, { type: 'submission.failed' });
    expect(row.state).toBe('SUBMIT_FAILURE');
    expect(allowedOperations(row)).toEqual(['progress', 'submit', 'persist', 'delete']);
  });
});

describe('the fee', () => {
  it('is paid before anything is sent', () => {
    const row = walk(withFee, completed(1100));
    isRefused(row, requested);
    expect(nextStep(row)).toBe('payment');
    expect(walk(withFee, completed(1100), started, settled(1100))).toMatchObject({
      state: 'PAID',
      context: { paidCents: 1100, refundDueCents: 0 },
    });
  });

  it('is that of the completed data, not of the start', () => {
    expect(walk(free, completed(2200), started, settled(2200)).state).toBe('PAID');
  });

  it('follows a login that changes it until a payment is offered, and no further', () => {
    const login: ProcessEvent = {
      type: 'user.changed',
      authenticatedAfterCompletion: false,
      hasPostbox: false,
      feeCents: 1500,
    };
    const feeAfter = (...events: ProcessEvent[]) => walk(withFee, ...events, login).context.feeCents;
    expect(feeAfter()).toBe(1500);
    expect(feeAfter({ type: 'form.progressed' })).toBe(1500);
    expect(feeAfter(completed(1100))).toBe(1500);
    expect(feeAfter(completed(1100), started)).toBe(1100);
    expect(feeAfter(completed(1100), started, failed)).toBe(1100);
    expect(feeAfter(completed(1100), started, settled(1100))).toBe(1100);
  });

  it('does not follow a login once money has paid it, wherever that was reported', () => {
    const paidWhileChanging = [
      completed(1100),
      started,
      failed,
      { type: 'form.progressed' },
      settled(1100),
      completed(1100),
    ] as const satisfies ProcessEvent[];
    const row = walk(withFee, ...paidWhileChanging, {
      type: 'user.changed',
      authenticatedAfterCompletion: false,
      hasPostbox: false,
      feeCents: 1500,
    });
    expect(row.context).toMatchObject({ feeCents: 1100, paidCents: 1100 });
  });

  it('is paid by a payment that failed at first and is reported as paid later', () => {
    expect(walk(withFee, completed(1100), started, failed, settled(1100)).state).toBe('PAID');
  });

  it('is paid by a payment reported while the data is being changed, if the amount still fits', () => {
    const row = walk(
      withFee,
      completed(1100),
      started,
      failed,
      { type: 'form.progressed' },
      settled(1100),
      completed(1100),
      requested,
    );
    expect(row).toMatchObject({ state: 'COMPLETED', context: { running: true, paidCents: 1100 } });
  });

  it('is due anew when the changed data costs something else, and the money is marked for refund', () => {
    const row = walk(
      withFee,
      completed(1100),
      started,
      failed,
      { type: 'form.progressed' },
      settled(1100),
      completed(2200),
    );
    expect(row.context).toMatchObject({ feeCents: 2200, paidCents: 0, refundDueCents: 1100 });
    expect(nextStep(row)).toBe('payment');
  });

  it('keeps money on record that does not fit, comes twice or comes after the end', () => {
    expect(walk(withFee, completed(1100), started, settled(900))).toMatchObject({
      state: 'PAYMENT_PENDING',
      context: { paidCents: 0, refundDueCents: 900 },
    });
    const twice = [completed(1100), started, settled(1100), settled(1100)];
    expect(walk(withFee, ...twice)).toMatchObject({
      state: 'PAID',
      context: { paidCents: 1100, refundDueCents: 1100 },
    });
    const sent = [requested, { type: 'submission.completed' }, settled(1100)] as const;
    expect(walk(withFee, ...twice, ...sent)).toMatchObject({
      state: 'SUBMITTED',
      context: { paidCents: 1100, refundDueCents: 2200 },
    });
  });

  it('protects the data: what is paid can neither be changed nor be deleted by a slip', () => {
    const row = walk(withFee, completed(1100), started, settled(1100));
    isRefused(row, { type: 'form.progressed' });
    isRefused(row, { type: 'draft.deleted', paidConsent: false });
    expect(advance(processMachine, row, { type: 'draft.deleted', paidConsent: true }).accepted).toBe(true);
  });

  it('cannot be paid while a payment is open elsewhere, and the draft cannot go', () => {
    isRefused(walk(withFee, completed(1100), started), { type: 'draft.deleted', paidConsent: true });
  });
});

describe('the electronic notice', () => {
  const allowed = { ...withFee, noticeAllowed: true };
  const offered = { ...allowed, hasUser: true, hasPostbox: true };
  const loggedIn = (hasPostbox: boolean): ProcessEvent => ({
    type: 'user.changed',
    authenticatedAfterCompletion: false,
    hasPostbox,
  });
  const accepted = { type: 'notice.chosen', accepted: true } as const;

  it('is chosen before payment', () => {
    const row = walk(offered, completed(1100));
    expect(nextStep(row)).toBe('notice');
    isRefused(row, started);
    const chosen = walk(offered, completed(1100), { type: 'notice.chosen', accepted: false });
    expect(chosen).toMatchObject({ state: 'ELECTRONIC_NOTICE_SELECTED', context: { notice: 'declined' } });
    expect(nextStep(chosen)).toBe('payment');
  });

  it('cannot be chosen where it is not offered', () => {
    isRefused(walk(withFee, completed(1100)), { type: 'notice.chosen', accepted: true });
  });

  it.each([
    ['without an account', allowed],
    ['with an account that has no postbox', { ...allowed, hasUser: true }],
  ])('is not offered to a person %s', (_, input) => {
    const row = walk(input, completed(1100));
    expect(nextStep(row)).toBe('payment');
    isRefused(row, accepted);
    expect(allowedOperations(row)).not.toContain('electronicNotice');
  });

  it('is offered once a login has brought a postbox', () => {
    const row = walk(allowed, completed(1100), loggedIn(true));
    expect(nextStep(row)).toBe('notice');
    expect(nextStep(walk(allowed, completed(1100), loggedIn(true), accepted))).toBe('payment');
  });

  it('does not survive a login without a postbox when it was accepted', () => {
    const row = walk(offered, completed(1100), accepted, loggedIn(false));
    expect(row).toMatchObject({ state: 'COMPLETED', context: { notice: null, hasPostbox: false } });
    expect(nextStep(row)).toBe('payment');
    isRefused(row, accepted);
    const paid = walk(offered, completed(1100), accepted, started, settled(1100), loggedIn(false));
    expect(paid).toMatchObject({ state: 'PAID', context: { notice: null } });
    const reopened = walk(offered, completed(1100), accepted, { type: 'form.progressed' }, loggedIn(false));
    expect(reopened).toMatchObject({ state: 'EDITING', context: { notice: null } });
  });

  it('stays accepted when the next login comes with the postbox', () => {
    const row = walk(offered, completed(1100), accepted, loggedIn(true));
    expect(row).toMatchObject({ state: 'ELECTRONIC_NOTICE_SELECTED', context: { notice: 'accepted' } });
  });

  it('stays declined whatever login comes', () => {
    const declined = { type: 'notice.chosen', accepted: false } as const;
    const row = walk(offered, completed(1100), declined, loggedIn(false), loggedIn(true));
    expect(row).toMatchObject({ state: 'ELECTRONIC_NOTICE_SELECTED', context: { notice: 'declined' } });
    expect(nextStep(row)).toBe('payment');
  });

  it('is not asked for any more once something is paid or was to be sent', () => {
    const paid = walk(allowed, completed(1100), started, settled(1100), loggedIn(true));
    expect(nextStep(paid)).toBe('submission');
    expect(advance(processMachine, paid, requested).accepted).toBe(true);
    const unpaid = walk(allowed, completed(1100), started, failed, loggedIn(true));
    expect(nextStep(unpaid)).toBe('payment');
    expect(advance(processMachine, unpaid, started).accepted).toBe(true);
    const unsent = walk(
      { ...allowed, feeCents: 0 },
      completed(0),
      requested,
      { type: 'submission.failed' },
      loggedIn(true),
    );
    expect(nextStep(unsent)).toBe('submission');
    expect(advance(processMachine, unsent, requested).accepted).toBe(true);
  });

  it('stays chosen when the data is changed afterwards', () => {
    const row = walk(
      offered,
      completed(1100),
      { type: 'notice.chosen', accepted: true },
      { type: 'form.progressed' },
      completed(1100),
    );
    expect(row).toMatchObject({ state: 'COMPLETED', context: { notice: 'accepted' } });
    expect(nextStep(row)).toBe('payment');
  });
});

describe('the login', () => {
  const login = (authenticatedAfterCompletion: boolean): ProcessEvent => ({
    type: 'user.changed',
    authenticatedAfterCompletion,
    hasPostbox: false,
  });

  it.each(['complete', 'start_and_complete'] as const)(
    'comes after completion in mode %s, also for who is logged in',
    (mode) => {
      const input: ProcessInput = { ...free, mode, hasUser: true };
      expect(nextStep(walk(input, login(true), completed(0)))).toBe('login');
      isRefused(walk(input, completed(0)), requested);
      isRefused(walk(input, completed(0), login(false)), requested);
      expect(nextStep(walk(input, completed(0), login(true)))).toBe('submission');
    },
  );

  it('is asked for anew after the data was changed', () => {
    const input: ProcessInput = { ...free, mode: 'complete' };
    const row = walk(input, completed(0), login(true), { type: 'form.progressed' }, completed(0));
    expect(nextStep(row)).toBe('login');
  });

  it.each(['start', 'start_or_complete'] as const)('is needed once, at any time, in mode %s', (mode) => {
    expect(nextStep(walk({ ...free, mode }, completed(0)))).toBe('login');
    expect(nextStep(walk({ ...free, mode }, completed(0), login(false)))).toBe('submission');
    expect(nextStep(walk({ ...free, mode, hasUser: true }, completed(0)))).toBe('submission');
  });

  it('is never needed in mode none', () => {
    expect(nextStep(walk(free, completed(0)))).toBe('submission');
  });
});
