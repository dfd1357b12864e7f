import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromPromise,
  SimulatedClock,
} from 'xstate';
import { stateName } from '../paths/subject.ts';
import type { Answer } from '../paths/walk.ts';

/** Longer than any timer of a flow. */
const A_DAY_MS = 86_400_000;

type Pending = { src: string; resolve: (output: unknown) => void; reject: (error: unknown) => void };

/** A running flow whose calls are answered by the test and whose time is moved by the test. */
export type Live = {
  snapshot: () => AnyMachineSnapshot;
  state: () => string;
  /** Sends an event, or brings about what XState sends: the end of a call, the end of a wait. */
  bring: (event: EventObject) => Promise<Answer>;
  /** Answers every waiting call of an actor. */
  answer: (src: string, output: unknown) => Promise<void>;
  /** How many calls of an actor wait for their answer. */
  underWay: (src: string) => number;
  /** What the calls of an actor were asked with, in order. */
  calls: (src: string) => readonly unknown[];
  stop: () => void;
};

/** Lets the promises that are settled reach the machine. */
const settle = async () => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
};

/** Runs a flow machine with XState's own interpreter; `answered` names the actors that the test answers for. */
export function runLive(machine: AnyStateMachine, input: unknown, answered: readonly string[]): Live {
  const pending = new Map<string, Pending>();
  const inputs = new Map<string, unknown[]>(answered.map((src) => [src, []]));
  const answeredByTest = (src: string) =>
    fromPromise(({ input: asked, self, signal }) => {
      inputs.get(src)!.push(asked);
      signal.addEventListener('abort', () => pending.delete(self.id));
      return new Promise((resolve, reject) => pending.set(self.id, { src, resolve, reject }));
    });
  const clock = new SimulatedClock();
  const actors = Object.fromEntries(answered.map((src) => [src, answeredByTest(src)]));
  const actor = createActor(machine.provide({ actors }), { input, clock }).start();

  const bring = async (event: EventObject): Promise<Answer> => {
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    const answer: Answer = snapshot.status === 'active' && snapshot.can(event) ? 'accepted' : 'refused';
    const id = 'actorId' in event ? String(event.actorId) : '';
    const call = pending.get(id);
    if (call) pending.delete(id);
    if (event.type.startsWith('xstate.after.')) clock.increment(A_DAY_MS);
    else if (call && 'output' in event) call.resolve(event.output);
    else if (call && 'error' in event) call.reject(event.error);
    else actor.send(event);
    await settle();
    return answer;
  };

  return {
    snapshot: () => actor.getSnapshot() as AnyMachineSnapshot,
    state: () => stateName((actor.getSnapshot() as AnyMachineSnapshot).value),
    bring,
    answer: async (src, output) => {
      for (const [id, call] of pending) {
        if (call.src !== src) continue;
        pending.delete(id);
        call.resolve(output);
      }
      await settle();
    },
    underWay: (src) => [...pending.values()].filter((it) => it.src === src).length,
    calls: (src) => inputs.get(src) ?? [],
    stop: () => actor.stop(),
  };
}
