/** Longer names are not PDF names. */
const LONGEST_NAME = 127;

const code = (letter: string): number => letter.charCodeAt(0);
const [OPEN, CLOSE, ESCAPE, LESS, SLASH, O, S] = ['(', ')', '\\', '<', '/', 'o', 's'].map(code) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];
const NUMBER_SIGN = code('#');
const LINE_ENDS = [10, 13];

/** Whitespace and delimiters end a name (ISO 32000-1, 7.2.2). */
const endsName = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32, ...[...'()<>[]{}/%'].map(code)]) endsName[byte] = 1;

export type NameListener = {
  /** A name that a reader may find, without its slash and with its escapes (`#4a`) decoded. */
  onName: (name: string, inStream: boolean) => void;
  /** An object starts or ends here. */
  onObject: () => void;
  /** The bytes of a stream start here. */
  onStream: (start: number) => void;
};

/**
 * Passes once over the bytes of a PDF and reports every name that a reader may find. It does not follow the file's own
 * table, which may lead a reader anywhere: names count wherever they are, in comments and streams as well. Only those
 * in a text do not, e.g. in an address; but a text with a dictionary in it is not a text.
 */
export function tellNames(bytes: Uint8Array, { onName, onObject, onStream }: NameListener): void {
  let depth = 0;
  let hasDictionary = false;
  let inText: string[] = [];
  let inStream = false;

  const leaveText = (counts: boolean): void => {
    if (counts) for (const name of inText) onName(name, inStream);
    depth = 0;
    inText = [];
    hasDictionary = false;
  };
  const isAt = (at: number, word: string): boolean => {
    for (let index = 0; index < word.length; index += 1) {
      if (bytes[at + index] !== word.charCodeAt(index)) return false;
    }
    return true;
  };

  const isStream = (at: number): boolean =>
    isAt(at, 'stream') && !isAt(at - 3, 'end') && LINE_ENDS.includes(bytes[at + 6]!);

  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === OPEN) depth += 1;
    else if (byte === CLOSE) {
      if (depth > 0) depth -= 1;
      if (depth === 0) leaveText(hasDictionary);
    } else if (byte === ESCAPE) {
      if (depth > 0) at += 1;
    } else if (byte === LESS) {
      if (depth > 0 && bytes[at + 1] === LESS) hasDictionary = true;
    } else if (byte === SLASH) {
      const end = endOfName(bytes, at + 1);
      const name = nameIn(bytes, at + 1, end);
      if (depth > 0) inText.push(name);
      else onName(name, inStream);
      at = end - 1;
    } else if (byte === O && isAt(at, 'obj')) {
      // A text without an end within its object is not a text.
      leaveText(true);
      inStream = false;
      onObject();
    } else if (byte === S && isStream(at)) {
      if (depth === 0) inStream = true;
      const isPair = bytes[at + 6] === 13 && bytes[at + 7] === 10;
      onStream(at + (isPair ? 8 : 7));
    }
  }
  leaveText(true);
}

function endOfName(bytes: Uint8Array, start: number): number {
  const last = Math.min(bytes.length, start + LONGEST_NAME);
  let at = start;
  while (at < last && endsName[bytes[at]!] === 0) at += 1;
  return at;
}

function nameIn(bytes: Uint8Array, start: number, end: number): string {
  let name = '';
  for (let at = start; at < end; at += 1) {
    const escaped = bytes[at] === NUMBER_SIGN ? hexadecimal(bytes[at + 1], bytes[at + 2]) : -1;
    if (escaped >= 0 && at + 2 < end) {
      name += String.fromCharCode(escaped);
      at += 2;
    } else name += String.fromCharCode(bytes[at]!);
  }
  return name;
}

function hexadecimal(high = 0, low = 0): number {
  const text = String.fromCharCode(high, low);
  return /^[0-9a-f]{2}$/i.test(text) ? Number.parseInt(text, 16) : -1;
}
