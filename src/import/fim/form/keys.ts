import { LONGEST_KEY, plainKey, wordsOf } from '../../component-keys.ts';

/**
 * Keys of the components of a form: words of their labels, each key once in the whole form. A component that had a key
 * in the form before keeps it, because open applications store their answers by it.
 */
export class Keys {
  readonly #given = new Map<string, string>();
  readonly #known: ReadonlyMap<string, string>;
  readonly #taken: Set<string>;

  /** @param known keys by the name of what they stand for; @param taken further keys of the form before */
  constructor(known: ReadonlyMap<string, string>, taken: Iterable<string>) {
    this.#known = known;
    this.#taken = new Set([...known.values(), ...taken]);
  }

  /** True if no component had a key before: nothing was imported yet. */
  get isFirst(): boolean {
    return this.#known.size === 0;
  }

  /** True if a component had a key before. */
  isKnown(what: string): boolean {
    return this.#known.has(what);
  }

  /** All keys that were given, by the name of what they stand for. */
  get given(): ReadonlyMap<string, string> {
    return this.#given;
  }

  /**
   * The key of a component.
   * @param what its place in the schema and what it is there; @param around label of the group around it
   */
  keyFor(what: string, label: string, around = ''): string {
    const known = this.#known.get(what);
    const key = known ?? this.#fresh(label, around);
    this.#given.set(what, key);
    return key;
  }

  #fresh(label: string, around: string): string {
    const words = wordsOf(label);
    const prefix = fitting(wordsOf(around), LONGEST_PREFIX);
    const long = around === '' ? words : [...prefix, ...words.map(capitalised)];
    const wishes = [words, long].map((wish) => plainKey(fitting(wish, LONGEST_KEY).join('') || NAMELESS));
    const base = wishes.find((wish) => !this.#taken.has(wish)) ?? wishes[0] ?? NAMELESS;
    let key = base;
    for (let number = 2; this.#taken.has(key); number++)
      key = `${base.slice(0, LONGEST_KEY - String(number).length)}${number}`;
    this.#taken.add(key);
    return key;
  }
}

/** Letters of the group's name in front of a key that is taken. */
const LONGEST_PREFIX = 16;
const NAMELESS = 'feld';

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The first words that fit together; of the first one only its beginning if it alone is too long. */
function fitting(words: string[], longest: number): string[] {
  const kept = words.filter((_, index) => words.slice(0, index + 1).join('').length <= longest);
  return kept.length > 0 ? kept : words.slice(0, 1).map((word) => word.slice(0, longest));
}
