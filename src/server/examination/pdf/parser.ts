import {
  byte,
  endOfWord,
  hexadecimal,
  isAt,
  isDigit,
  isDoubtfulName,
  isSpecial,
  isWhite,
  nameIn,
} from './bytes.ts';
import { PdfDict, PdfName, PdfRef, PdfText, type PdfValue, Unreadable } from './values.ts';

/** Deeper nesting than in any program's files. */
const DEEPEST = 100;
/** More values than any program writes into one object; they are in memory at once. */
const MOST_IN_OBJECT = 1_000_000;
/** Most digits of a whole number: no file has as many bytes. */
const LONGEST_NUMBER = 10;

const END = '%%EOF';

/** Number of values and comments that one file may have: one budget for all parsers of its parts. */
export type Budget = { values: number };

/** Receives parts that readers skip or take unchanged: comments or texts. */
export type AsideListener = (kind: 'comment' | 'text', start: number, end: number) => void;

/** Reads values (ISO 32000-1, 7.2 and 7.3), and refuses any that is not written as the standard requires. */
export class PdfParser {
  readonly bytes: Uint8Array;
  at: number;
  readonly #budget: Budget;
  readonly #onAside: AsideListener;
  #leastBudget = 0;

  constructor(bytes: Uint8Array, at: number, budget: Budget, onAside: AsideListener = () => {}) {
    this.bytes = bytes;
    this.at = at;
    this.#budget = budget;
    this.#onAside = onAside;
  }

  /** Passes over spaces and comments. Some programs append an object directly to the end of a file: `%%EOF1 0 obj`. */
  skip(): void {
    const { bytes } = this;
    for (;;) {
      while (isWhite(bytes[this.at])) this.at += 1;
      if (bytes[this.at] !== byte.percent) return;
      this.#budget.values -= 1;
      if (this.#budget.values < 0) throw new Unreadable('too many comments');
      const start = this.at;
      if (isAt(bytes, start, END) && isDigit(bytes[start + END.length])) this.at += END.length;
      else while (this.at < bytes.length && !isLineEnd(bytes[this.at])) this.at += 1;
      this.#onAside('comment', start, this.at);
    }
  }

  isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  /** Passes over the next word if it is this one. */
  isNext(word: string): boolean {
    this.skip();
    const end = this.at + word.length;
    if (!isAt(this.bytes, this.at, word) || !isSpecial(this.bytes[end])) return false;
    this.at = end;
    return true;
  }

  /** @throws Unreadable unless a plain whole number follows */
  whole(): number {
    this.skip();
    const number = this.#number();
    if (Number.isNaN(number)) throw new Unreadable('no whole number');
    return number;
  }

  /** @throws Unreadable unless this word follows */
  expect(word: string): void {
    if (!this.isNext(word)) throw new Unreadable(`${word} is missing`);
  }

  /** Returns the next value. @throws Unreadable when it is not written as the standard requires */
  value(): PdfValue {
    this.skip();
    this.#leastBudget = Math.max(0, this.#budget.values - MOST_IN_OBJECT);
    return this.#value(0);
  }

  #value(depth: number): PdfValue {
    if (depth > DEEPEST) throw new Unreadable('nested too deeply');
    this.#budget.values -= 1;
    if (this.#budget.values < this.#leastBudget) throw new Unreadable('too many values');
    const first = this.bytes[this.at];
    if (first === byte.slash) return this.#name();
    if (isDigit(first) || first === byte.minus || first === byte.dot || first === byte.plus)
      return this.#number();
    if (first === byte.open) return this.#text();
    if (first === byte.less)
      return this.bytes[this.at + 1] === byte.less ? this.#dict(depth) : this.#hexText();
    if (first === byte.bracket) {
      this.at += 1;
      return this.#valuesUntil(byte.bracketEnd, depth);
    }
    return this.#keyword();
  }

  #keyword(): PdfValue {
    if (this.isNext('null')) return null;
    if (this.isNext('true')) return true;
    if (this.isNext('false')) return false;
    throw new Unreadable('an unknown word');
  }

  /** Returns values up to a closing byte, which is passed over; `R` makes two numbers a reference. */
  #valuesUntil(end: number, depth: number): PdfValue[] {
    const values: PdfValue[] = [];
    const { bytes } = this;
    for (;;) {
      this.skip();
      if (bytes[this.at] === end) {
        this.at += 1;
        return values;
      }
      if (bytes[this.at] === 82 && isSpecial(bytes[this.at + 1])) {
        this.at += 1;
        values.push(referenceOf(values.pop(), values.pop()));
      } else values.push(this.#value(depth + 1));
    }
  }

  #dict(depth: number): PdfDict {
    this.at += 2;
    const values = this.#valuesUntil(byte.greater, depth);
    if (this.bytes[this.at] !== byte.greater) throw new Unreadable('a dictionary without an end');
    this.at += 1;
    for (let index = 0; index < values.length; index += 2) {
      const isPair = values[index] instanceof PdfName && index + 1 < values.length;
      if (!isPair) throw new Unreadable('a dictionary of other pairs');
    }
    return new PdfDict(values);
  }

  #name(): PdfName {
    const start = this.at + 1;
    this.at = endOfWord(this.bytes, start);
    if (isDoubtfulName(this.bytes, start, this.at)) throw new Unreadable('a name of other letters');
    return new PdfName(nameIn(this.bytes, start, this.at));
  }

  #number(): number {
    const start = this.at;
    this.at = endOfWord(this.bytes, start);
    // Some programs write lengths as `59endobj`.
    if (isAt(this.bytes, this.at - 'endobj'.length, 'endobj')) this.at -= 'endobj'.length;
    let number = 0;
    let isPlain = this.at > start && this.at - start <= LONGEST_NUMBER;
    for (let at = start; at < this.at; at += 1) {
      const one = this.bytes[at]!;
      if (isDigit(one)) number = number * 10 + one - byte.zero;
      else if (one === byte.minus || one === byte.dot || one === byte.plus) isPlain = false;
      else throw new Unreadable('a number of other letters');
    }
    return isPlain ? number : Number.NaN;
  }

  /** Reads a text; brackets come in pairs, except behind a backslash. */
  #text(): PdfText {
    const start = this.at;
    const { bytes } = this;
    let depth = 0;
    for (; this.at < bytes.length; this.at += 1) {
      const one = bytes[this.at];
      if (one === byte.escape) this.at += 1;
      else if (one === byte.open) depth += 1;
      else if (one === byte.close) depth -= 1;
      if (depth > 0) continue;
      this.at += 1;
      this.#onAside('text', start, this.at);
      return new PdfText(bytes, start + 1, this.at - 1, false);
    }
    throw new Unreadable('a text without an end');
  }

  #hexText(): PdfText {
    const start = this.at + 1;
    const end = this.bytes.indexOf(byte.greater, start);
    if (end < 0) throw new Unreadable('a text without an end');
    for (let at = start; at < end; at += 1) {
      const one = this.bytes[at];
      if (!isWhite(one) && hexadecimal(one, byte.zero) < 0) throw new Unreadable('a text of other digits');
    }
    this.at = end + 1;
    return new PdfText(this.bytes, start, end, true);
  }
}

function referenceOf(generation: PdfValue | undefined, number: PdfValue | undefined): PdfRef {
  if (typeof number !== 'number' || typeof generation !== 'number' || Number.isNaN(number + generation)) {
    throw new Unreadable('a reference without numbers');
  }
  return new PdfRef(number);
}

const isLineEnd = (one: number | undefined): boolean => one === byte.lineFeed || one === byte.return;
