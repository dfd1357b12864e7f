import type { EventObject } from 'xstate';
import { writeLedgerFile } from '../reporting/ledger-files.ts';
import type { Layer, SeenState, WalkedPath } from '../reporting/shape.ts';
import type { Ledger } from './ledger.ts';
import type { Path } from './path.ts';
import { type Subject, sentenceOf } from './subject.ts';

/** Paths are listed one by one up to this many. */
const LISTED = 3_000;

/** Records the walk of one machine in one layer by a test, for the report. */
export class PathLog<E extends EventObject, Context, Input> {
  readonly #subject: Subject<E, Context, Input>;
  readonly #layer: Layer;
  readonly #test: string;
  readonly #taken: Record<string, number> = {};
  readonly #states: Record<string, number> = {};
  readonly #paths: WalkedPath[] = [];
  #count = 0;

  /** @param test file of the test, relative to the project */
  constructor(subject: Subject<E, Context, Input>, layer: Layer, test: string) {
    this.#subject = subject;
    this.#layer = layer;
    this.#test = test;
  }

  /**
   * Walks a path and records its result.
   * @param findings objections until then
   * @throws the errors of the walk
   */
  async follow(path: Path<E>, walk: () => Promise<void>, findings: () => string[] = () => []): Promise<void> {
    const since = performance.now();
    let failure: unknown = null;
    try {
      await walk();
    } catch (error) {
      failure = error;
    }
    this.#note(path, {
      outcome: failure === null ? 'passed' : 'failed',
      ...(failure !== null && { message: failure instanceof Error ? failure.message : String(failure) }),
      durationMs: Math.round(performance.now() - since),
      findings: findings(),
    });
    if (failure !== null) throw failure;
  }

  /** Counts the steps of a path that is too small a thing to be listed. */
  count({ steps }: Pick<Path<E>, 'steps'>): void {
    this.#count += 1;
    for (const { arrows, to } of steps) {
      for (const { id } of arrows) this.#taken[id] = (this.#taken[id] ?? 0) + 1;
      for (const state of to.split('+')) this.#states[state] = (this.#states[state] ?? 0) + 1;
    }
  }

  #note(path: Path<E>, how: Omit<WalkedPath, 'id' | 'start' | 'steps'>): void {
    this.count(path);
    if (this.#paths.length >= LISTED) return;
    const steps = path.steps.map(({ event, from, to, refused, arrows }) => ({
      sentence: sentenceOf(this.#subject, event),
      from,
      to,
      refused,
      arrows: arrows.map(({ id }) => id),
    }));
    this.#paths.push({ id: path.id, start: path.start, steps, ...how });
  }

  /** Writes the file. A run of single paths writes none, so that the last complete one stays. */
  write(ledger: Pick<Ledger, 'coverage'>, pictures: SeenState[] = []): void {
    writeLedgerFile({
      machine: this.#subject.machine.id,
      layer: this.#layer,
      test: this.#test,
      coverage: ledger.coverage(),
      taken: this.#taken,
      seen: this.#states,
      pathCount: this.#count,
      paths: this.#paths,
      pictures,
    });
  }
}
