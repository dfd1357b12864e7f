import { expect, it } from 'vitest';
import { goesOnByItself, type ProcessRow } from '#machines/process/process.selectors.ts';
import type {
  ProcessContext,
  ProcessEvent,
  ProcessEventType,
  ProcessState,
} from '#machines/process/process.types.ts';
import { expectedStatus, isSentByItself, type Status } from '../oracle/status-table.ts';
import { explore } from '../paths/graph.ts';
import { processSubject } from '../subjects/process.ts';
import { assertionsOf, handlersOf, type Oracle } from './status-run.ts';
import { sweepStatusMachine } from './status-sweep.ts';

const types: Record<ProcessEventType, true> = {
  'form.progressed': true,
  'form.completed': true,
  'place.changed': true,
  'notice.chosen': true,
  'payment.started': true,
  'payment.settled': true,
  'payment.failed': true,
  'payment.cancelled': true,
  'submission.requested': true,
  'submission.completed': true,
  'submission.failed': true,
  'user.changed': true,
  'conflict.found': true,
  'conflict.settled': true,
  'draft.deleted': true,
  'result.acknowledged': true,
};

const states: Record<ProcessState, true> = {
  CREATED: true,
  EDITING: true,
  COMPLETED: true,
  ELECTRONIC_NOTICE_SELECTED: true,
  PAYMENT_PENDING: true,
  PAYMENT_FAILURE: true,
  PAID: true,
  SUBMITTED: true,
  SUBMIT_FAILURE: true,
  deleted: true,
};

const table: Oracle<ProcessEvent> = ({ state, context }, event) =>
  state === 'deleted' ? null : expectedStatus(state as Status, context as ProcessContext, event);

const graphs = processSubject.starts.map((start) => explore(processSubject, start));

it('does in every reachable situation what the status table says, and nothing else', async () => {
  const missing = await sweepStatusMachine(processSubject, graphs, (workflow) => ({
    events: handlersOf(types, workflow, table),
    states: assertionsOf(states, workflow),
  }));
  expect(missing).toEqual([]);
});

it('goes on by itself in exactly the situations that the table names', () => {
  const nodes = graphs.flatMap((graph) => graph.nodes).filter(({ state }) => state !== 'deleted');
  const goOn = nodes.filter((node) => goesOnByItself(node as ProcessRow));
  const asTold = nodes.filter(({ state, context }) =>
    isSentByItself(state as Status, context as ProcessContext),
  );
  expect(goOn).toEqual(asTold);
  expect(new Set(goOn.map(({ state }) => state))).toEqual(
    new Set(['COMPLETED', 'ELECTRONIC_NOTICE_SELECTED', 'PAID']),
  );
});
