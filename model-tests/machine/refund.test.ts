import { expect, it } from 'vitest';
import type { RefundState } from '#domain/refund-steps.ts';
import type { RefundContext, RefundEvent, RefundEventType } from '#machines/refund/refund.types.ts';
import { refundSubject } from '../subjects/refund.ts';
import { assertionsOf, handlersOf, runStatusMachine } from './status-run.ts';

const types: Record<RefundEventType, true> = {
  'refund.marked': true,
  'refund.proposed': true,
  'refund.confirmed': true,
  'refund.discarded': true,
};
const states: Record<RefundState, true> = { open: true, proposed: true, returned: true };

const who = (by: { subject: string } | null) => (by === null ? 'token' : by.subject);

function expected(state: string, context: RefundContext, event: RefundEvent): RefundState | null {
  const act = `${state} ${event.type}`;
  if (who(event.by) === 'thomsen') return null;
  if (act === 'open refund.marked') return context.byTwo ? null : 'returned';
  if (act === 'open refund.proposed') return context.byTwo ? 'proposed' : null;
  if (act === 'proposed refund.discarded') return 'open';
  if (act !== 'proposed refund.confirmed') return null;
  return who(event.by) === who(context.proposed?.by ?? null) ? null : 'returned';
}

it('is noted as returned by one operator, or proposed by one and confirmed by another', async () => {
  const missing = await runStatusMachine(refundSubject, (workflow) => ({
    events: handlersOf(types, workflow, ({ state, context }, event: RefundEvent) =>
      expected(state, context as RefundContext, event),
    ),
    states: assertionsOf(states, workflow),
  }));
  expect(missing).toEqual([]);
});
