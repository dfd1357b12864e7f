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

function storeWorkflow(machine: AnyStateMachine, input: unknown): StoredWorkflow {
  let stored = JSON.stringify(begin(machine, input));
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
    return walk(subject, path, stage(storeWorkflow(subject.machine, start.input)), ledger);
  };
  for (const graph of graphs) {
    const { input } = subject.starts.find(({ id }) => id === graph.start)!;
    expect(storeWorkflow(subject.machine, input).row().state).toBe(graph.root.state);
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
    expect(answer, `${event.type} in ${row.state}`).toBe(expected === null ? 'refused' : 'accepted');
    expect(workflow.row().state, `${event.type} in ${row.state}`).toBe(expected ?? row.state);
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
  const eyeOf = (state: string) => () => expect(workflow.row().state).toBe(state);
  return Object.fromEntries(Object.keys(states).map((state) => [state, eyeOf(state)])) as Record<
    State,
    () => void
  >;
}
