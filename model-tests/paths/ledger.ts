import type { AnyStateMachine, EventObject } from 'xstate';
import { type Arrow, arrowsOf, statesOf } from '#machines/drawing/arrows.ts';
import type { Graph } from './graph.ts';
import type { Step } from './path.ts';

type Kind = 'states' | 'transitions' | 'refused events' | 'rules';
const kinds: readonly Kind[] = ['transitions', 'refused events', 'states', 'rules'];

const refusalKey = (start: string, configuration: string, event: EventObject) =>
  `${start}: ${configuration} refuses ${JSON.stringify(event)}`;

/** Compares what has been walked with what there is to walk; below 100 % a run fails. */
export class Ledger {
  readonly #name: string;
  readonly #open: Record<Kind, Set<string>>;
  readonly #total: Record<Kind, number>;

  /** @param graphs their refused events count; omit them where only transitions are walked */
  constructor(name: string, machine: AnyStateMachine, graphs: readonly Graph<EventObject>[]) {
    const arrows = arrowsOf(machine);
    this.#name = name;
    this.#open = {
      states: new Set(statesOf(machine)),
      transitions: new Set(arrows.map(({ id }) => id)),
      rules: new Set(arrows.flatMap(({ rule }) => rule ?? [])),
      'refused events': new Set(
        graphs.flatMap(({ start, nodes }) =>
          nodes.flatMap(({ key, refused }) => refused.map((event) => refusalKey(start, key, event))),
        ),
      ),
    };
    this.#total = {
      states: this.#open.states.size,
      transitions: this.#open.transitions.size,
      rules: this.#open.rules.size,
      'refused events': this.#open['refused events'].size,
    };
  }

  /** Records the start of a path: where it begins and how it got there. */
  recordEntry<E extends EventObject>({ entry, root }: Graph<E>): void {
    this.#pass(entry);
    this.#see(root.state);
  }

  /** Records a step that was taken and checked. */
  record<E extends EventObject>(start: string, step: Step<E>): void {
    this.#pass(step.arrows);
    this.#see(step.to);
    if (step.refused) {
      this.#open['refused events'].delete(refusalKey(start, step.configuration, step.event));
    }
  }

  #pass(arrows: readonly Arrow[]): void {
    for (const { id, rule } of arrows) {
      this.#open.transitions.delete(id);
      if (rule) this.#open.rules.delete(rule);
    }
  }

  /** Each region of a parallel state counts as a state of its own. */
  #see(state: string): void {
    for (const name of state.split('+')) this.#open.states.delete(name);
  }

  /** `process: 57/57 transitions, 1200/1200 refused events, 10/10 states, 57/57 rules` */
  summary(): string {
    const parts = kinds
      .filter((kind) => this.#total[kind] > 0)
      .map((kind) => `${this.#total[kind] - this.#open[kind].size}/${this.#total[kind]} ${kind}`);
    return `${this.#name}: ${parts.join(', ')}`;
  }

  /** What has not been walked yet, by name. */
  missing(): string[] {
    return kinds.flatMap((kind) => [...this.#open[kind]].map((name) => `${kind}: ${name}`));
  }
}
