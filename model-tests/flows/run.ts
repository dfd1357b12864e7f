import type { EventObject } from 'xstate';
import { chosenPaths } from '../paths/chosen.ts';
import { testFileOf } from '../paths/layers.ts';
import { Ledger } from '../paths/ledger.ts';
import { lockFaults } from '../paths/lock.ts';
import { outcomesToSee } from '../paths/never.ts';
import type { Path } from '../paths/path.ts';
import { PathLog } from '../paths/path-log.ts';
import type { ForEveryEvent, Subject } from '../paths/subject.ts';
import { everyArrow, plan } from '../paths/tour.ts';
import { type Answer, walk } from '../paths/walk.ts';
import type { Ends } from './internal-events.ts';
import { type Live, runLive } from './live.ts';

/** Checks promises to the person along one path. */
export type Observer<E> = {
  /** Throws when a promise is broken. */
  afterStep: (live: Live, event: E) => void;
  /** Throws when something has not become true by the end. */
  atEnd?: (live: Live) => Promise<void>;
};

/** A flow, the possible answers to its calls, and its observer. */
export type Flow<E extends EventObject, Context, Input> = {
  subject: Subject<E, Context, Input>;
  ends: Ends<Context>;
  observer: () => Observer<E>;
};

/**
 * Walks every arrow of a flow from every start, and every refused event once in every state.
 * @returns missing parts, and differences to the locked paths; empty at 100 %
 */
export async function runFlow<E extends EventObject, Context, Input>(
  { subject, ends, observer }: Flow<E, Context, Input>,
  types: Record<keyof ForEveryEvent<E, unknown>, true>,
): Promise<string[]> {
  const { graphs, tours, refusals } = plan(subject, { goal: everyArrow, refusals: 'state' });
  const ledger = new Ledger(subject.name, subject.machine, graphs, {
    outcomes: outcomesToSee(subject.machine),
  });
  const log = new PathLog(subject, 'machine', testFileOf(subject.name, 'machine'));
  for (const graph of graphs) {
    const { input } = subject.starts.find(({ id }) => id === graph.start)!;
    const live = runLive(subject.machine, () => input, Object.keys(ends));
    if (live.state() !== graph.root.state) throw new Error(`${graph.start} begins in ${live.state()}`);
    ledger.recordEntry(graph);
    live.stop();
  }
  const walkOne = async (path: Path<E>) => {
    const { input } = subject.starts.find(({ id }) => id === path.start)!;
    const live = runLive(subject.machine, () => input, Object.keys(ends));
    const { afterStep, atEnd } = observer();
    let last: E | null = null;
    const handle = (event: E): Promise<Answer> => {
      last = event;
      return live.bring(event);
    };
    const handlers: unknown = Object.fromEntries(Object.keys(types).map((type) => [type, handle]));
    const assertState = (state: string) => () => {
      if (live.state() !== state) throw new Error(`it is ${live.state()}, not ${state}`);
      if (last) afterStep(live, last);
    };
    const states = Object.fromEntries(path.steps.map(({ to }) => [to, assertState(to)]));
    await walk(subject, path, { events: handlers as ForEveryEvent<E, Promise<Answer>>, states }, ledger);
    await atEnd?.(live);
    live.stop();
  };
  const chosen = chosenPaths(subject);
  const paths = chosen ?? [...tours, ...refusals];
  for (const path of paths) await log.follow(path, () => walkOne(path));
  console.log(`${ledger.summary()} on ${paths.length} paths`);
  if (chosen) return [];
  log.write(ledger);
  return [...ledger.missing(), ...lockFaults(subject.name, 'machine', { tour: paths })];
}
