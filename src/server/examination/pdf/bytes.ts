const code = (letter: string): number => letter.charCodeAt(0);

/** Bytes with a meaning in PDF. */
export const byte = {
  tab: 9,
  lineFeed: 10,
  return: 13,
  space: 32,
  number: code('#'),
  percent: code('%'),
  open: code('('),
  close: code(')'),
  plus: code('+'),
  minus: code('-'),
  dot: code('.'),
  slash: code('/'),
  zero: code('0'),
  eight: code('8'),
  nine: code('9'),
  less: code('<'),
  greater: code('>'),
  bracket: code('['),
  bracketEnd: code(']'),
  escape: code('\\'),
} as const;

const white = new Uint8Array(256);
for (const one of [0, 9, 10, 12, 13, 32]) white[one] = 1;

/** Bytes that end a name, a number or a word. */
const special = Uint8Array.from(white);
for (const letter of '()<>[]{}/%') special[code(letter)] = 1;

export const isWhite = (one: number | undefined): boolean => one !== undefined && white[one] === 1;
/** Whether a byte ends a word; true also behind the end. */
export const isSpecial = (one: number | undefined): boolean => one === undefined || special[one] === 1;
export const isDigit = (one: number | undefined): boolean =>
  one !== undefined && one >= byte.zero && one <= byte.nine;

/** Returns the value of two hexadecimal digits, -1 when they are something else. */
export function hexadecimal(high = 0, low = 0): number {
  const [first, second] = [digit(high), digit(low)];
  return first < 0 || second < 0 ? -1 : first * 16 + second;
}

function digit(one: number): number {
  if (one >= 48 && one <= 57) return one - 48;
  const lower = one | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Returns the end of a name whose first letter is at `start`. */
export function endOfWord(bytes: Uint8Array, start: number, most: number = bytes.length): number {
  const last = Math.min(bytes.length, most);
  let at = start;
  while (at < last && special[bytes[at]!] === 0) at += 1;
  return at;
}

/** Returns the name between two places, with its escapes (`#4a`) decoded. */
export function nameIn(bytes: Uint8Array, start: number, end: number): string {
  let name = '';
  for (let at = start; at < end; at += 1) {
    const one = bytes[at]!;
    const escaped = one === byte.number && at + 2 < end ? hexadecimal(bytes[at + 1], bytes[at + 2]) : -1;
    name += String.fromCharCode(escaped < 0 ? one : escaped);
    if (escaped >= 0) at += 2;
  }
  return name;
}

/**
 * Whether readers may differ about a name: `#` with one digit, or the letter zero, at which some end it (ISO 32000-1,
 * 7.3.5, has neither).
 */
export function isDoubtfulName(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (bytes[at] !== byte.number || digit(bytes[at + 1] ?? 0) < 0) continue;
    if (at + 2 >= end || hexadecimal(bytes[at + 1], bytes[at + 2]) <= 0) return true;
  }
  return false;
}

/** Whether these letters are here. */
export function isAt(bytes: Uint8Array, at: number, word: string): boolean {
  for (let index = 0; index < word.length; index += 1) {
    if (bytes[at + index] !== word.charCodeAt(index)) return false;
  }
  return true;
}
