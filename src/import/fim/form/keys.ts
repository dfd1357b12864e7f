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
    const short = fitting(wordsOf(label), LONGEST_KEY);
    const prefix = fitting(wordsOf(around), LONGEST_PREFIX);
    const long = fitting(wordsOf(`${prefix} ${label}`), LONGEST_KEY);
    const base = [short, long].map(plainKey).find((wish) => !this.#taken.has(wish)) ?? plainKey(long);
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

/** The first words that fit together; of the first one only its beginning if it alone is too long. */
function fitting(words: string[], longest: number): string {
  const kept = words.filter((_, index) => words.slice(0, index + 1).join('').length <= longest);
  return kept.length > 0 ? kept.join('') : (words[0]?.slice(0, longest) ?? NAMELESS);
}
