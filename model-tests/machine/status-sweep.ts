import type { AnyStateMachine, EventObject } from 'xstate';
import { begin, type StoredRow } from '#machines/kit/advance.ts';
import { isPartial } from '../paths/chosen.ts';
import { type Graph, type Node, wayTo } from '../paths/graph.ts';
import type { Ledger } from '../paths/ledger.ts';
import { acceptedStep, refusedStep, type Step, toPath } from '../paths/path.ts';
import type { Start, Subject } from '../paths/subject.ts';
import { walk } from '../paths/walk.ts';
import { ledgerOf, type Stage, storeWorkflow, walkStored } from './status-run.ts';

type Row = StoredRow<AnyStateMachine>;

/**
 * Tries every event once in every reachable situation of a status machine, walks its pairs of arrows, and prints the
 * coverage. It keeps the first row of each situation, so that the way there is not walked again for each event. On
 * arrival by other ways it checks that they lead to the same facts.
 * @param graphs of its starts, in their order
 * @param stage its oracle must know a situation by the row alone
 * @returns untried events; empty at 100 %
 * @throws PathFailed with the whole path from the start
 */
export async function sweepStatusMachine<E extends EventObject, State extends string, Context, Input>(
  subject: Subject<E, Context, Input>,
  graphs: readonly Graph<E>[],
  stage: Stage<E, State>,
): Promise<string[]> {
  const ledger = ledgerOf(subject, graphs);
  for (const [index, graph] of isPartial() ? [] : graphs.entries()) {
    await sweep({ subject, stage, ledger, graph, start: subject.starts[index]! });
  }
  const missing = await walkStored(subject, stage, ledger, graphs, []);
  const situations = graphs.reduce((sum, { nodes }) => sum + nodes.length, 0);
  console.log(`${subject.name}: every event in ${situations} situations`);
  return missing;
}

type Sweep<E extends EventObject, State extends string, Context, Input> = {
  subject: Subject<E, Context, Input>;
  stage: Stage<E, State>;
  ledger: Ledger;
  graph: Graph<E>;
  start: Start<Input>;
};

async function sweep<E extends EventObject, State extends string, Context, Input>({
  subject,
  stage,
  ledger,
  graph,
  start,
}: Sweep<E, State, Context, Input>): Promise<void> {
  const { name, machine } = subject;
  const first: Row = begin(machine, start.input);

  /** Takes the steps in a situation. @returns the row afterwards */
  const attempt = async (node: Node<E>, row: Row, steps: readonly Step<E>[]): Promise<Row> => {
    const workflow = storeWorkflow(machine, row);
    try {
      await walk(subject, { id: '', machine: name, start: start.id, steps }, stage(workflow), ledger);
    } catch (error) {
      // Walks again from the start, so that the message names the whole path.
      const whole = toPath(name, start.id, [...wayTo(node).map(acceptedStep), ...steps]);
      await walk(subject, whole, stage(storeWorkflow(machine, first)), ledger);
      throw error;
    }
    return workflow.row();
  };
  const keyOf = ({ state, context }: Row) =>
    `${state} ${JSON.stringify(subject.abstraction(context as Context, state))}`;

  const rows = new Map<Node<E>, Row>([[graph.root, first]]);
  // Breadth first: each situation is reached from one before it.
  for (const node of graph.nodes) {
    const row = rows.get(node)!;
    await attempt(
      node,
      row,
      node.refused.map((event) => refusedStep(node, event)),
    );
    for (const edge of node.edges) {
      const next = await attempt(node, row, [acceptedStep(edge)]);
      if (keyOf(next) !== edge.to.key) {
        throw new Error(`${edge.event.type} in ${node.key} leads to ${keyOf(next)}, not to ${edge.to.key}`);
      }
      if (!rows.has(edge.to)) rows.set(edge.to, next);
    }
  }
}
