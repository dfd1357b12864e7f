import { expect, it } from 'vitest';
import type {
  SentApplicationEvent,
  SentApplicationEventType,
  SentApplicationStatus,
} from '#machines/sentApplication/sentApplication.types.ts';
import { sentApplicationSubject } from '../subjects/sentApplication.ts';
import { assertionsOf, handlersOf, runStatusMachine } from './status-run.ts';

/** Visible status after each event of the delivery, until the outcome is final. */
const outcome: Record<SentApplicationEventType, SentApplicationStatus> = {
  'delivery.created': 'submitted',
  'delivery.submitted': 'submitted',
  'delivery.notified': 'submitted',
  'delivery.forwarded': 'submitted',
  'delivery.accepted': 'successfullySubmitted',
  'delivery.rejected': 'processingError',
  'delivery.deleted': 'processingError',
  'delivery.unreachable': 'unknown',
  'delivery.unproven': 'unknown',
};

const states: Record<SentApplicationStatus, true> = {
  pending: true,
  submitted: true,
  successfullySubmitted: true,
  processingError: true,
  unknown: true,
};

const types: Record<SentApplicationEventType, true> = {
  'delivery.created': true,
  'delivery.submitted': true,
  'delivery.notified': true,
  'delivery.forwarded': true,
  'delivery.accepted': true,
  'delivery.rejected': true,
  'delivery.deleted': true,
  'delivery.unreachable': true,
  'delivery.unproven': true,
};

function expected(state: string, type: SentApplicationEventType): SentApplicationStatus | null {
  if (state === 'successfullySubmitted' || state === 'processingError') return null;
  return outcome[type] === 'unknown' && state === 'unknown' ? null : outcome[type];
}

it('says what the signed events say, stays with an outcome, and does nothing else', async () => {
  const missing = await runStatusMachine(sentApplicationSubject, (workflow) => ({
    events: handlersOf(types, workflow, ({ state }, event: SentApplicationEvent) =>
      expected(state, event.type),
    ),
    states: assertionsOf(states, workflow),
  }));
  expect(missing).toEqual([]);
});
