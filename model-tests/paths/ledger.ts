import type { AnyStateMachine, EventObject } from 'xstate';
import { type Arrow, arrowsOf, statesOf } from '#machines/drawing/arrows.ts';
import type { Coverage, CoverageKind } from '../reporting/shape.ts';
import type { Graph } from './graph.ts';
import type { Outcome } from './guards.ts';
import { pairsIn, pairsOf } from './pairs.ts';
import type { Step } from './path.ts';
import { answersIn } from './tour.ts';

/** Parts that are walked; how guards decide is asked apart (machine/conditions.test.ts). */
type WalkedKind = Exclude<CoverageKind, 'conditions'>;
const walkedKinds: readonly WalkedKind[] = [
  'transitions',
  'refused events',
  'states',
  'rules',
  'guard outcomes',
  'transition pairs',
];

const refusalKey = (start: string, configuration: string, event: EventObject) =>
  `${start}: ${configuration} refuses ${JSON.stringify(event)}`;

type Options = {
  /** Answers of guards that count; by default those that the graphs contain. */
  outcomes?: Iterable<Outcome>;
  /** Also counts whether every arrow has been followed by every other one that can follow it. */
  pairs?: boolean;
  /** The region of a parallel machine that is walked: states of the others do not count. */
  region?: string | undefined;
  /** Arrows that another test walks: its place by their ids. */
  elsewhere?: Readonly<Record<string, string>> | undefined;
};

/** Compares walked parts with all parts of the graphs; below 100 % a run fails. */
export class Ledger {
  readonly #name: string;
  readonly #total: Record<WalkedKind, ReadonlySet<string>>;
  readonly #open: Record<WalkedKind, Set<string>>;
  readonly #elsewhere: Readonly<Record<string, string>>;

  /** @param graphs their refused events count; omit them where only transitions are walked */
  constructor(
    name: string,
    machine: AnyStateMachine,
    graphs: readonly Graph<EventObject>[],
    { outcomes = answersIn(graphs), pairs = false, region, elsewhere = {} }: Options = {},
  ) {
    const arrows = arrowsOf(machine);
    this.#name = name;
    this.#elsewhere = elsewhere;
    this.#total = {
      states: new Set(
        statesOf(machine).filter((state) => region === undefined || state.startsWith(`${region}.`)),
      ),
      transitions: new Set(arrows.map(({ id }) => id)),
      rules: new Set(arrows.flatMap(({ rule }) => rule ?? [])),
      'refused events': new Set(
        graphs.flatMap(({ start, nodes }) =>
          nodes.flatMap(({ key, refused }) => refused.map((event) => refusalKey(start, key, event))),
        ),
      ),
      'guard outcomes': new Set(outcomes),
      'transition pairs': pairs ? pairsIn(graphs) : new Set(),
    };
    const copy = (kind: WalkedKind) => [kind, new Set(this.#total[kind])] as const;
    this.#open = Object.fromEntries(walkedKinds.map(copy)) as Record<WalkedKind, Set<string>>;
  }

  /** Records the start of a path: where it begins and how it got there. */
  recordEntry<E extends EventObject>({ entry, entryOutcomes, root }: Graph<E>): void {
    this.#pass(entry);
    this.#hear(entryOutcomes);
    this.#see(root.state);
  }

  /**
   * Records a step that was taken and checked.
   * @param previous the step before it, if any
   */
  record<E extends EventObject>(start: string, step: Step<E>, previous?: Step<E>): void {
    this.#pass(step.arrows);
    this.#hear(step.outcomes);
    for (const pair of previous ? pairsOf([previous, step]) : []) this.#open['transition pairs'].delete(pair);
    this.#see(step.to);
    if (step.refused) {
      this.#open['refused events'].delete(refusalKey(start, step.configuration, step.event));
    }
  }

  #pass(arrows: readonly Arrow[]): void {
    for (const { id, from, rule } of arrows) {
      this.#open.transitions.delete(id);
      // A state that was left has been seen, however short.
      this.#open.states.delete(from);
      if (rule) this.#open.rules.delete(rule);
    }
  }

  #hear(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) this.#open['guard outcomes'].delete(outcome);
  }

  /** Each region of a parallel state counts as a state of its own. */
  #see(state: string): void {
    for (const name of state.split('+')) this.#open.states.delete(name);
  }

  /** `process: 57/57 transitions, 1200/1200 refused events, 10/10 states, 57/57 rules` */
  summary(): string {
    const parts = walkedKinds
      .filter((kind) => this.#total[kind].size > 0)
      .map((kind) => `${this.#total[kind].size - this.#open[kind].size}/${this.#total[kind].size} ${kind}`);
    return `${this.#name}: ${parts.join(', ')}`;
  }

  /** Names of the parts that have not been walked yet. */
  missing(): string[] {
    return walkedKinds.flatMap((kind) => [...this.#open[kind]].map((name) => `${kind}: ${name}`));
  }

  /** Coverage by kind, for the report. */
  coverage(): Partial<Record<WalkedKind, Coverage>> {
    const kinds = walkedKinds.filter((kind) => this.#total[kind].size > 0);
    return Object.fromEntries(
      kinds.map((kind) => {
        const total = this.#total[kind].size;
        const open = [...this.#open[kind]];
        const elsewhere = Object.entries(this.#elsewhere).filter(([name]) => this.#open[kind].has(name));
        const missing = open.filter((name) => !(name in this.#elsewhere));
        const covered = total - open.length;
        return [
          kind,
          {
            ...{ total, covered, missing },
            ...(elsewhere.length > 0 && { elsewhere: Object.fromEntries(elsewhere) }),
          },
        ];
      }),
    );
  }
}
