import type { Json, OwnText } from '../../form/convert/conversion.ts';
import type { ListOptions } from '../lists.ts';
import type { FimPath } from '../model.ts';
import type { Finding, FindingKind } from './findings.ts';
import type { Keys } from './keys.ts';
import type { Known } from './known.ts';

/** A component of the form that stands for an element of the schema. */
export type FormPlace = {
  component: Json;
  /** The repeating group around it; undefined outside of groups. */
  grid: string | undefined;
};

/**
 * Where a member is written: its group's label, the key of the repeating group around it, and which of several parts
 * for one group it is in (`/2`; empty for the first).
 */
export type Scope = { around: string; grid: string | undefined; part: string };

/** The name of the component for an element, among all of the form. */
export const whatOf = (path: FimPath, { part }: Scope): string => `${path}${part}`;

/** How often a value may occur; `max` is null without a limit. */
export type Count = { min: number; max: number | null };

export type WritingOptions = {
  /** Paths of elements that a rule shows or hides: no question has to ask whether they are filled in. */
  ruled: ReadonlySet<FimPath>;
  /** Most entries of a repetition in a repetition; null if there may be none. */
  flatten: number | null;
};

/** A German text around labels, with what makes its English one of theirs. */
export type DerivedText = {
  text: string;
  from: readonly string[];
  make: (english: readonly string[]) => string;
};

/** State of writing one form. */
export class Writing {
  readonly findings: Finding[] = [];
  readonly english: Record<string, string> = {};
  /** Texts made from a label, with what makes them of the label's English text. */
  readonly derived: DerivedText[] = [];
  /** Components by the path of their element; several where a repeated element is several components. */
  readonly places = new Map<FimPath, FormPlace[]>();

  readonly keys: Keys;
  readonly lists: ListOptions;
  readonly options: WritingOptions;

  /** Repetitions in repetitions, for which a form has no component. */
  readonly nested: { path: FimPath; label: string; count: Count }[] = [];
  readonly #filledIn = new Set<string>();

  constructor(keys: Keys, lists: ListOptions, options: WritingOptions) {
    this.keys = keys;
    this.lists = lists;
    this.options = options;
  }

  /** The German text, whose English one is kept. */
  own({ de, en }: OwnText): string {
    this.english[de] = en;
    return de;
  }

  /** A German text around a label, whose English one follows from that of the label. */
  from(label: string, make: (label: string) => OwnText): string {
    const text = make(label).de;
    if (text !== label)
      this.derived.push({ text, from: [label], make: ([english = '']) => make(english).en });
    return text;
  }

  note(kind: FindingKind, path: FimPath, label: string, detail?: string): void {
    this.findings.push({ kind, path, label, ...(detail !== undefined && { detail }) });
  }

  /**
   * Properties of a field that the account fills in: the first one of its kind, which is most likely the applicant's
   * own, and never one of several entries.
   */
  prefill({ prefill, autocomplete }: Known, path: FimPath, label: string, { grid, part }: Scope): Json {
    if (prefill === undefined || grid !== undefined || part !== '' || this.#filledIn.has(prefill)) return {};
    this.#filledIn.add(prefill);
    this.note('prefill', path, label, prefill);
    return { prefill, ...(autocomplete !== undefined && { autocomplete }) };
  }

  /** How many of a repetition in a repetition there are one below the other; null, and remembered, if none may be. */
  mostOfNested(path: FimPath, label: string, count: Count): number | null {
    const { flatten } = this.options;
    const most = flatten === null ? null : Math.min(count.max ?? flatten, flatten);
    if (most === null || most < count.min) {
      this.nested.push({ path, label, count });
      return null;
    }
    this.note('flattened', path, label, `${most}`);
    return most;
  }

  /** Remembers that a component stands for an element. */
  placed(path: FimPath, component: Json, { grid }: Scope): Json {
    this.places.set(path, [...(this.places.get(path) ?? []), { component, grid }]);
    return component;
  }
}

/** An element's place in the data of the form: its key, in a repeating group with the group's. */
export const dataPath = (key: string, { grid }: Pick<Scope, 'grid'>): string =>
  grid === undefined ? key : `${grid}.${key}`;
