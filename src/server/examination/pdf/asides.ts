import { byte, endOfWord, isAt, isDigit, isWhite, nameIn } from './bytes.ts';
import { Unreadable } from './values.ts';

/** Maximum length of a name; longer ones are not searched for. */
const LONGEST_NAME = 127;

/** Reports all names between two places, whatever the bytes around them mean, without shorter ones. */
export function tellNames(
  bytes: Uint8Array,
  { start, end, shortest }: { start: number; end: number; shortest: number },
  onName: (name: string) => void,
): void {
  for (let at = start; at < end; at += 1) {
    if (bytes[at] !== byte.slash) continue;
    const last = endOfWord(bytes, at + 1, Math.min(end, at + 1 + LONGEST_NAME));
    if (last - at > shortest) onName(nameIn(bytes, at + 1, last));
  }
}

/**
 * Checks bytes that no reader takes for a part of the file's structure: comments, texts, streams. A reader that
 * repairs a file searches them all the same.
 * @throws Unreadable when they contain an object, the end of one, or the beginning of a table's description
 */
export function assertNoParts(bytes: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end; at += 1) {
    const one = bytes[at];
    const isHidden =
      (one === O && isAt(bytes, at, 'obj') && isPartOfObject(bytes, at, start)) ||
      (one === S && isAt(bytes, at, 'startxref')) ||
      (one === T && isTrailer(bytes, at));
    if (isHidden) throw new Unreadable('a hidden part of the file');
  }
}

const [O, S, T] = [...'ost'].map((letter) => letter.charCodeAt(0));

/** Whether `trailer` is more than a word of the text. A comment may stand before its dictionary. */
function isTrailer(bytes: Uint8Array, start: number): boolean {
  if (!isAt(bytes, start, 'trailer')) return false;
  let at = start + 'trailer'.length;
  while (isWhite(bytes[at])) at += 1;
  return bytes[at] === byte.percent || isAt(bytes, at, '<<');
}

const isPartOfObject = (bytes: Uint8Array, at: number, start: number): boolean =>
  (at >= start + 3 && isAt(bytes, at - 3, 'end')) || isBehindNumbers(bytes, at, start);

/** Whether `12 0 ` stands before this place. */
function isBehindNumbers(bytes: Uint8Array, place: number, start: number): boolean {
  let at = place;
  for (let numbers = 0; numbers < 2; numbers += 1) {
    const behind = at;
    while (at > start && isWhite(bytes[at - 1])) at -= 1;
    if (numbers > 0 && at === behind) return false;
    const digits = at;
    while (at > start && isDigit(bytes[at - 1])) at -= 1;
    if (at === digits) return false;
  }
  return true;
}
