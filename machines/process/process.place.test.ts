import { describe, expect, it } from 'vitest';
import { advance, begin } from '../kit/advance.ts';
import { processMachine } from './process.machine.ts';
import { allowedOperations, nextStep, type ProcessRow } from './process.selectors.ts';
import type { ProcessContext, ProcessEvent } from './process.types.ts';

const begun = begin(processMachine, {
  mode: 'none',
  feeCents: 1100,
  noticeAllowed: true,
  hasUser: true,
  hasPostbox: true,
});
const elsewhere = (change: Partial<ProcessContext> = {}): ProcessEvent => ({
  type: 'place.changed',
  mode: 'complete',
  feeCents: 2200,
  noticeAllowed: true,
  ...change,
});
const walked = (row: ProcessRow, ...events: ProcessEvent[]) =>
  events.reduce((now, event) => {
    const moved = advance(processMachine, now, event);
    if (!moved.accepted) throw new Error(`${event.type} was refused in ${now.state}`);
    return { state: moved.state, context: moved.context } as ProcessRow;
  }, row);

describe('an application for another place', () => {
  it.each([
    ['that was just begun', begun, 'CREATED'],
    ['while it is edited', walked(begun, { type: 'form.progressed' }), 'EDITING'],
  ])('%s follows the offer there', (_, row, state) => {
    expect(allowedOperations(row)).toContain('changePlace');
    const moved = walked(row, elsewhere());
    expect(moved).toEqual({ state, context: { ...row.context, mode: 'complete', feeCents: 2200 } });
    expect(nextStep(walked(moved, { type: 'form.completed', feeCents: 2200 }))).toBe('notice');
  });

  const accepted = walked(
    begun,
    { type: 'form.completed', feeCents: 1100 },
    { type: 'notice.chosen', accepted: true },
    { type: 'form.progressed' },
  );
  it.each([
    [true, 'accepted'],
    [false, null],
  ])('keeps the choice of the notice where it is offered there: %s', (noticeAllowed, notice) => {
    expect(accepted.context.notice).toBe('accepted');
    expect(walked(accepted, elsewhere({ noticeAllowed })).context).toMatchObject({ noticeAllowed, notice });
  });

  it.each<[string, ProcessRow]>([
    ['once its data is confirmed', walked(begun, { type: 'form.completed', feeCents: 1100 })],
    [
      'while money has come in',
      walked(
        begun,
        { type: 'form.completed', feeCents: 1100 },
        { type: 'notice.chosen', accepted: true },
        { type: 'payment.started' },
        { type: 'payment.failed' },
        { type: 'form.progressed' },
        { type: 'payment.settled', amountCents: 1100 },
      ),
    ],
  ])('is not made %s', (_, row) => {
    expect(advance(processMachine, row, elsewhere())).toEqual({ accepted: false });
    expect(allowedOperations(row)).not.toContain('changePlace');
  });
});
