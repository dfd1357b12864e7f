/** A name, its escapes (`#4a`) decoded, without its slash. */
export class PdfName {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A text as written between two places, without its brackets (text.ts decodes it). */
export class PdfText {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly isHexadecimal: boolean;
  constructor(bytes: Uint8Array, start: number, end: number, isHexadecimal: boolean) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.isHexadecimal = isHexadecimal;
  }
}

/** A reference to another object. */
export class PdfRef {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

/** A dictionary as written: readers differ in which of two entries of one name counts. */
export class PdfDict {
  readonly #written: readonly PdfValue[];
  /** @param written names and values in turn */
  constructor(written: readonly PdfValue[]) {
    this.#written = written;
  }

  /** Reports each entry. */
  each(tell: (key: string, value: PdfValue) => void): void {
    for (let index = 0; index < this.#written.length; index += 2) {
      tell((this.#written[index] as PdfName).text, this.#written[index + 1]!);
    }
  }

  /** Returns all values under this name. */
  allOf(key: string): PdfValue[] {
    const values: PdfValue[] = [];
    this.each((name, value) => {
      if (name === key) values.push(value);
    });
    return values;
  }

  has(key: string): boolean {
    return this.allOf(key).length > 0;
  }

  /** The value, if there is one. @throws Unreadable when there are two, of which readers take either */
  only(key: string): PdfValue | undefined {
    const values = this.allOf(key);
    if (values.length > 1) throw new Unreadable(`two entries ${key}`);
    return values[0];
  }
}

/** A PDF value. Plain whole numbers are numbers; all other numbers are NaN. */
export type PdfValue = null | boolean | number | PdfName | PdfText | PdfRef | PdfDict | PdfValue[];

/** A file that cannot be read in the one plain way in which all readers read it. */
export class Unreadable extends Error {}

/** @throws Unreadable unless it is a plain whole number */
export function wholeNumber(value: PdfValue | undefined): number {
  if (typeof value !== 'number' || Number.isNaN(value)) throw new Unreadable('no whole number');
  return value;
}
