import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { evaluateGuard } from 'xstate/guards';
import { arrowId, branchesOf } from '#machines/drawing/arrows.ts';

/** One answer of the guard of one branch: `EDITING form.completed#2 true`. */
export type Outcome = `${string} ${boolean}`;

type Watched = {
  /** A copy of the machine whose guards report their answers. */
  machine: AnyStateMachine;
  /** Runs a function and returns the answers that guards have given meanwhile, each once. */
  during: <Result>(run: () => Result) => { result: Result; outcomes: Outcome[] };
};

const known = new WeakMap<AnyStateMachine, Watched>();

/** A copy of a machine whose guards report their answers, branch by branch. */
export function watchGuards(machine: AnyStateMachine): Watched {
  const found = known.get(machine) ?? watch(machine);
  known.set(machine, found);
  return found;
}

function watch(original: AnyStateMachine): Watched {
  const machine = original.provide({});
  let heard = new Set<Outcome>();
  for (const { node, event, index, definition } of branchesOf(machine)) {
    const { guard } = definition;
    if (guard === undefined) continue;
    const id = arrowId(node, event, index);
    const [yes, no]: Outcome[] = [`${id} true`, `${id} false`];
    // A guard with `check` is given the snapshot, which guards with a name are looked up by.
    const check = (snapshot: AnyMachineSnapshot, asked: { context: unknown; event: EventObject }) => {
      const answer = evaluateGuard(guard, asked.context as never, asked.event, snapshot);
      heard.add(answer ? yes! : no!);
      return answer;
    };
    Object.assign(definition, { guard: Object.assign(() => false, { check }) });
  }
  return {
    machine,
    during: (run) => {
      heard = new Set();
      const result = run();
      return { result, outcomes: [...heard] };
    },
  };
}

/** Both answers of every guarded branch of a machine. */
export const outcomesOf = (machine: AnyStateMachine): Outcome[] =>
  branchesOf(machine)
    .filter(({ definition }) => definition.guard !== undefined)
    .flatMap(({ node, event, index }): Outcome[] => {
      const id = arrowId(node, event, index);
      return [`${id} true`, `${id} false`];
    });
