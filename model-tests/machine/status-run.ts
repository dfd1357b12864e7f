import { expect } from 'vitest';
import type { AnyStateMachine, EventFrom, EventObject } from 'xstate';
import { advance, begin, type StoredRow } from '#machines/kit/advance.ts';
import { Ledger } from '../paths/ledger.ts';
import type { Path } from '../paths/path.ts';
import type { ForEveryEvent, Subject } from '../paths/subject.ts';
import { plan } from '../paths/tour.ts';
import { type Answer, type Executor, walk } from '../paths/walk.ts';

/** A stored row that is moved as the server does it: as JSON, only by `advance`. */
export type StoredWorkflow = {
  row: () => StoredRow<AnyStateMachine>;
  send: (event: EventObject) => Answer;
};

/** @param first the row as it is stored at first */
export function storeWorkflow(machine: AnyStateMachine, first: StoredRow<AnyStateMachine>): StoredWorkflow {
  let stored = JSON.stringify(first);
  const row = () => JSON.parse(stored) as StoredRow<AnyStateMachine>;
  const send = (event: EventObject): Answer => {
    const answer = advance(machine, row(), event as EventFrom<AnyStateMachine>);
    if (!answer.accepted) return 'refused';
    stored = JSON.stringify({ state: answer.state, context: answer.context });
    return 'accepted';
  };
  return { row, send };
}

/** Creates the executor for one path of a status machine. */
export type Stage<E extends EventObject, State extends string> = (
  workflow: StoredWorkflow,
) => Executor<E, State>;

/**
 * Walks every tour and every refusal of a status machine and prints the coverage.
 * @returns what was not walked; empty at 100 %
 */
export async function runStatusMachine<E extends EventObject, State extends string, Context, Input>(
  subject: Subject<E, Context, Input>,
  stage: Stage<E, State>,
): Promise<string[]> {
  const { graphs, tours, refusals } = plan(subject);
  const ledger = new Ledger(subject.name, subject.machine, graphs);
  const walkAlone = (path: Path<E>) => {
    const start = subject.starts.find(({ id }) => id === path.start)!;
    return walk(
      subject,
      path,
      stage(storeWorkflow(subject.machine, begin(subject.machine, start.input))),
      ledger,
    );
  };
  for (const graph of graphs) {
    const { input } = subject.starts.find(({ id }) => id === graph.start)!;
    expect(begin(subject.machine, input).state).toBe(graph.root.state);
    ledger.recordEntry(graph);
  }
  for (const path of [...tours, ...refusals]) await walkAlone(path);
  console.log(`${ledger.summary()} on ${tours.length + refusals.length} paths`);
  return ledger.missing();
}

/**
 * What an oracle expects of an event: the state after it, or null when it must be refused. Oracles are written by
 * hand and do not ask the machine.
 */
export type Oracle<E extends EventObject> = (row: StoredRow<AnyStateMachine>, event: E) => string | null;

/** One handler for all events: sends each and compares the answer and the state after it with the oracle. */
export function handlersOf<E extends EventObject>(
  types: Record<E['type'], true>,
  workflow: StoredWorkflow,
  oracle: Oracle<E>,
): ForEveryEvent<E, Answer> {
  const handle = (event: E): Answer => {
    const row = workflow.row();
    const expected = oracle(row, event);
    const answer = workflow.send(event);
    const { state } = workflow.row();
    // Asked hundreds of thousands of times: `expect` alone would take longer than the machine.
    if (answer !== (expected === null ? 'refused' : 'accepted') || state !== (expected ?? row.state)) {
      const rule = expected === null ? 'must be refused' : `leads to ${expected}`;
      throw new Error(`${event.type} in ${row.state} ${rule}; it was ${answer} and led to ${state}`);
    }
    return answer;
  };
  const handlers: unknown = Object.fromEntries(Object.keys(types).map((type) => [type, handle]));
  return handlers as ForEveryEvent<E, Answer>;
}

/** An assertion for every state: the stored state is the expected one. */
export function assertionsOf<State extends string>(
  states: Record<State, true>,
  workflow: StoredWorkflow,
): Record<State, () => void> {
  const eyeOf = (state: string) => () => {
    if (workflow.row().state !== state) throw new Error(`${workflow.row().state} is not ${state}`);
  };
  return Object.fromEntries(Object.keys(states).map((state) => [state, eyeOf(state)])) as Record<
    State,
    () => void
  >;
}
