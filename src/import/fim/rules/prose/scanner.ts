/** The reason why a rule is not taken over: a part that is not understood, or that contradicts the schema. */
export class NotRead extends Error {}

/** Reads a text from its beginning to its end, with spaces skipped. */
export class Scanner {
  readonly text: string;
  #at = 0;

  constructor(text: string) {
    this.text = text.replace(/\s+/g, ' ').trim();
  }

  /** Reads what the pattern (flag `y`) finds here, and goes on behind it. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    const start = this.text[this.#at] === ' ' ? this.#at + 1 : this.#at;
    pattern.lastIndex = start;
    const found = pattern.exec(this.text);
    if (found) this.#at = start + found[0].length;
    return found ?? undefined;
  }

  /** The longest of the texts that stands here as a whole word. */
  takeText(texts: readonly string[]): string | undefined {
    const start = this.text[this.#at] === ' ' ? this.#at + 1 : this.#at;
    const found = texts
      .map((text) => text.replace(/\s+/g, ' ').trim())
      .filter(
        (text) =>
          text !== '' &&
          this.text.startsWith(text, start) &&
          !/^[\p{L}\d]/u.test(this.text.slice(start + text.length)),
      )
      .sort((one, other) => other.length - one.length)[0];
    if (found !== undefined) this.#at = start + found.length;
    return found;
  }

  /** The result of a reader; where it cannot read, nothing is read. */
  attempt<T>(read: () => T): T | undefined {
    const start = this.#at;
    try {
      return read();
    } catch (error) {
      if (!(error instanceof NotRead) || error instanceof Slip) throw error;
      this.#at = start;
      return undefined;
    }
  }

  get rest(): string {
    return this.text.slice(this.#at).trimStart();
  }

  get isAtEnd(): boolean {
    return this.#at >= this.text.length;
  }

  /** @throws NotRead with the words that are not understood */
  fail(): never {
    const rest = this.text.slice(this.#at).trim();
    throw new NotRead(rest === '' ? 'it ends early' : `this is not understood: "${excerpt(rest)}"`);
  }
}

/** A part that is understood, and wrong: no other reading is tried. */
export class Slip extends NotRead {}

const MOST = 60;
const excerpt = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST).trimEnd()} …` : text);
