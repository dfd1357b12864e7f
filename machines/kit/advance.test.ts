import { describe, expect, it } from 'vitest';
import { processMachine } from '../process/process.machine.ts';
import { advance, allowedEvents, begin, UnknownState } from './advance.ts';

const start = () =>
  begin(processMachine, {
    mode: 'none',
    feeCents: 0,
    noticeAllowed: false,
    hasUser: false,
    hasPostbox: false,
  });

describe('a stored workflow', () => {
  it('starts as plain JSON and survives storage', () => {
    const row = start();
    expect(JSON.parse(JSON.stringify(row))).toEqual(row);
    expect(row.state).toBe('CREATED');
  });

  it('moves by an accepted event and leaves the stored row as it was', () => {
    const row = start();
    const before = structuredClone(row);
    const moved = advance(processMachine, row, { type: 'form.completed', feeCents: 0 });
    expect(moved).toMatchObject({ accepted: true, state: 'COMPLETED', rule: 'PROC-02' });
    expect(row).toEqual(before);
  });

  it('says by which of several arrows of an event it moved', () => {
    const { context } = start();
    const row = { state: 'PAYMENT_PENDING', context: { ...context, feeCents: 500 } };
    const settled = (amountCents: number) =>
      advance(processMachine, row, { type: 'payment.settled', amountCents });
    expect(settled(500)).toMatchObject({ state: 'PAID', rule: 'PROC-32' });
    expect(settled(400)).toMatchObject({ state: 'PAYMENT_PENDING', rule: 'PROC-08' });
  });

  it('refuses an event that no arrow allows', () => {
    expect(advance(processMachine, start(), { type: 'submission.requested' })).toEqual({ accepted: false });
  });

  it('does not leave a state it has ended in', () => {
    const row = { ...start(), state: 'deleted' };
    expect(advance(processMachine, row, { type: 'form.progressed' })).toEqual({ accepted: false });
    expect(allowedEvents(processMachine, row, [{ type: 'form.progressed' }])).toEqual([]);
  });

  it('refuses to guess when a row names a state that does not exist', () => {
    for (const state of ['ARCHIVED', 'toString', '']) {
      const row = { ...start(), state };
      expect(() => advance(processMachine, row, { type: 'form.progressed' })).toThrow(UnknownState);
      expect(() => allowedEvents(processMachine, row, [{ type: 'form.progressed' }])).toThrow(UnknownState);
    }
  });

  it('lists what is possible now, each event once', () => {
    expect(
      allowedEvents(processMachine, start(), [
        { type: 'form.progressed' },
        { type: 'form.progressed', feeCents: 5 },
        { type: 'submission.completed' },
      ]),
    ).toEqual(['form.progressed']);
  });
});
