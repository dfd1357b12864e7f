import {
  type AnyActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromCallback,
  fromPromise,
  SimulatedClock,
} from 'xstate';
import { stateName } from '../paths/subject.ts';
import type { Answer } from '../paths/walk.ts';

/** Longer than any timer of a flow. */
const A_DAY_MS = 86_400_000;

type Pending = { src: string; resolve: (output: unknown) => void; reject: (error: unknown) => void };

/** A running flow; the test answers its calls and moves its time. */
export type Live = {
  snapshot: () => AnyMachineSnapshot;
  state: () => string;
  /** Sends an event, or triggers what XState sends: the end of a call, the end of a wait. */
  bring: (event: EventObject) => Promise<Answer>;
  /** Answers every waiting call of an actor. */
  answer: (src: string, output: unknown) => Promise<void>;
  /** Lets every waiting call of an actor fail. */
  refuse: (src: string, error: unknown) => Promise<void>;
  /** Number of an actor's calls that wait for their answer. */
  underWay: (src: string) => number;
  /** The inputs of the calls of an actor, in order. */
  calls: (src: string) => readonly unknown[];
  /** Advances time for timers and for the clock. */
  passTime: (ms: number) => Promise<void>;
  stop: () => void;
};

/** A parent of a flow that does nothing, and everything that it is told. */
export function hearing<Report extends EventObject>() {
  const told: Report[] = [];
  const parent = createActor(
    fromCallback<Report>(({ receive }) => receive((report) => void told.push(report))),
  ).start();
  return { parent, told };
}

/** Number of running timers; with several, advancing time cannot end only the intended one. */
const timersOf = ({ _nodes }: AnyMachineSnapshot): number =>
  new Set(_nodes.flatMap((node) => node.after.map(({ eventType }) => eventType))).size;

/** Delivers settled promises to the machine. */
const settle = async () => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
};

/**
 * Runs a flow machine with XState's own interpreter.
 * @param inputOf the input, given the clock of the run
 * @param answered names of the actors that the test answers for, also those of the machines below
 * @param below machines that it runs as children, by the names of the actors, the lowest first
 */
export function runLive(
  machine: AnyStateMachine,
  inputOf: (now: () => number) => unknown,
  answered: readonly string[],
  below: Record<string, AnyStateMachine> = {},
): Live {
  const pending = new Map<string, Pending>();
  const inputs = new Map<string, unknown[]>(answered.map((src) => [src, []]));
  const answeredByTest = (src: string) =>
    fromPromise(({ input: asked, self, signal }) => {
      inputs.get(src)!.push(asked);
      signal.addEventListener('abort', () => pending.delete(self.id));
      return new Promise((resolve, reject) => pending.set(self.id, { src, resolve, reject }));
    });
  const clock = new SimulatedClock();
  const actors: Record<string, AnyActorLogic> = {};
  for (const src of answered) actors[src] = answeredByTest(src);
  for (const [src, child] of Object.entries(below)) actors[src] = child.provide({ actors: { ...actors } });
  const provided = machine.provide({ actors });
  const actor = createActor(provided, { input: inputOf(() => clock.now()), clock }).start();

  const bring = async (event: EventObject): Promise<Answer> => {
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    const answer: Answer = snapshot.status === 'active' && snapshot.can(event) ? 'accepted' : 'refused';
    const id = 'actorId' in event ? String(event.actorId) : '';
    const call = pending.get(id);
    if (call) pending.delete(id);
    if (event.type.startsWith('xstate.after.') && timersOf(snapshot) === 1) clock.increment(A_DAY_MS);
    else if (call && 'output' in event) call.resolve(event.output);
    else if (call && 'error' in event) call.reject(event.error);
    else actor.send(event);
    await settle();
    return answer;
  };

  const finish = async (src: string, end: (call: Pending) => void): Promise<void> => {
    for (const [id, call] of pending) {
      if (call.src !== src) continue;
      pending.delete(id);
      end(call);
    }
    await settle();
  };

  return {
    snapshot: () => actor.getSnapshot() as AnyMachineSnapshot,
    state: () => stateName((actor.getSnapshot() as AnyMachineSnapshot).value),
    bring,
    answer: (src, output) => finish(src, (call) => call.resolve(output)),
    refuse: (src, error) => finish(src, (call) => call.reject(error)),
    underWay: (src) => [...pending.values()].filter((it) => it.src === src).length,
    calls: (src) => inputs.get(src) ?? [],
    passTime: async (ms) => {
      clock.increment(ms);
      await settle();
    },
    stop: () => actor.stop(),
  };
}
