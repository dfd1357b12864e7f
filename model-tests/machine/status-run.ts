import { expect } from 'vitest';
import type { AnyStateMachine, EventFrom, EventObject } from 'xstate';
import { advance, begin, type StoredRow } from '#machines/kit/advance.ts';
import { chosenPaths } from '../paths/chosen.ts';
import type { Graph } from '../paths/graph.ts';
import { testFileOf } from '../paths/layers.ts';
import { Ledger } from '../paths/ledger.ts';
import { lockFaults } from '../paths/lock.ts';
import { outcomesToSee } from '../paths/never.ts';
import type { Path } from '../paths/path.ts';
import { PathLog } from '../paths/path-log.ts';
import { pathsBy } from '../paths/strategies.ts';
import type { ForEveryEvent, Subject } from '../paths/subject.ts';
import { plan } from '../paths/tour.ts';
import { type Answer, type Executor, walk } from '../paths/walk.ts';

/** A stored row that is moved as the server does it: as JSON, only by `advance`. */
export type StoredWorkflow = {
  row: () => StoredRow<AnyStateMachine>;
  send: (event: EventObject) => Answer;
};

/** @param first the initial row */
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
 * Walks every tour, every refusal and every pair of arrows of a status machine and prints the coverage; or only the
 * requested paths.
 * @returns missing parts, and differences to the locked paths; empty at 100 %
 */
export async function runStatusMachine<E extends EventObject, State extends string, Context, Input>(
  subject: Subject<E, Context, Input>,
  stage: Stage<E, State>,
): Promise<string[]> {
  const { graphs, tours, refusals } = plan(subject);
  for (const graph of graphs) {
    const { input } = subject.starts.find(({ id }) => id === graph.start)!;
    expect(begin(subject.machine, input).state).toBe(graph.root.state);
  }
  const ledger = ledgerOf(subject, graphs);
  return walkStored(subject, stage, ledger, graphs, [...tours, ...refusals]);
}

/** A ledger of everything to cover in a status machine. */
export function ledgerOf<E extends EventObject, Context, Input>(
  subject: Subject<E, Context, Input>,
  graphs: readonly Graph<E>[],
): Ledger {
  const outcomes = outcomesToSee(subject.machine);
  const ledger = new Ledger(subject.name, subject.machine, graphs, { outcomes, pairs: true });
  for (const graph of graphs) ledger.recordEntry(graph);
  return ledger;
}

const plannedOf = <E extends EventObject, Context, Input>(
  subject: Subject<E, Context, Input>,
  graphs: Graph<E>[],
) => ({
  pairs: pathsBy(subject, 'pairs', 1, graphs),
  tour: pathsBy(subject, 'tour', 1, graphs),
});

/**
 * Walks paths of a status machine and all pairs of arrows, and writes the coverage.
 * @param paths besides the pairs; if some were requested, only those are walked
 */
export async function walkStored<E extends EventObject, State extends string, Context, Input>(
  subject: Subject<E, Context, Input>,
  stage: Stage<E, State>,
  ledger: Ledger,
  graphs: readonly Graph<E>[],
  paths: readonly Path<E>[],
): Promise<string[]> {
  const log = new PathLog(subject, 'machine', testFileOf(subject.name, 'machine'));
  const walkAlone = (path: Path<E>) => {
    const start = subject.starts.find(({ id }) => id === path.start)!;
    const stored = storeWorkflow(subject.machine, begin(subject.machine, start.input));
    return walk(subject, path, stage(stored), ledger);
  };
  const chosen = chosenPaths(subject);
  const locked = chosen ? null : plannedOf(subject, [...graphs]);
  const all = chosen ?? [...paths, ...locked!.tour, ...locked!.pairs];
  const unique = [...new Map(all.map((path) => [path.id, path])).values()];
  for (const path of unique) await log.follow(path, () => walkAlone(path));
  console.log(`${ledger.summary()} on ${unique.length} paths`);
  if (!locked) return [];
  log.write(ledger);
  return [...ledger.missing(), ...lockFaults(subject.name, 'machine', locked)];
}

/**
 * The expected result of an event: the state after it, or null if it must be refused. Oracles are written by hand and
 * do not ask the machine.
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
    // Runs hundreds of thousands of times: `expect` alone would take longer than the machine.
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
