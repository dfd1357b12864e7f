import { compile, END, type Pattern, type State } from './compiled-pattern.ts';

/**
 * Matches patterns of forms in time that grows only with the text and the pattern: it follows all ways through the
 * pattern together, letter by letter. JavaScript's own regular expressions try one way after the other, so a pattern
 * such as `([a-z]+)*` does not end on thirty letters. Only whole texts match. Accepted patterns match as in JavaScript
 * (docs/decisions/0063-patterns-that-end.md).
 */

/** Longest text for a pattern, in letters, unless its `maxLength` allows more. */
const USUAL_TEXT = 1_000;
/** Most visits to places of the pattern for one text. A text that is undecided by then does not match. */
const mostLooks = (text: string) => Math.max(1_000_000, 20 * text.length);

const compiled = new Map<string, Pattern>();

/**
 * True if a whole text matches an accepted pattern (patternFault). False, unread, for a text longer than any that may
 * match.
 */
export function matchesPattern(source: string, text: string, maxLength?: number): boolean {
  if (text.length > longest(maxLength)) return false;
  let pattern = compiled.get(source);
  if (!pattern) {
    pattern = compile(source);
    compiled.set(source, pattern);
  }
  const { heads, begin } = pattern;
  return (
    heads.every((head) => runs(head.begin, text, false) === head.isWanted) && runs(begin, text, true) === true
  );
}

/** Longest text that may match, in units of UTF-16: a letter has two at most. */
export const longest = (maxLength = 0) => 2 * Math.max(maxLength, USUAL_TEXT);

/**
 * @param isWhole the end must be reached with the text's end, not before
 * @returns null if the answer takes too long
 */
export function runs(begin: State, text: string, isWhole: boolean): boolean | null {
  const most = mostLooks(text);
  let looks = 0;
  let left = [begin];
  for (let at = 0; at <= text.length && left.length > 0; at += 1) {
    const letter = text.charAt(at);
    const after: State[] = [];
    round += 1;
    for (let state = left.pop(); state; state = left.pop()) {
      if (state.seen === round) continue;
      state.seen = round;
      looks += 1;
      if (looks > most) return null;
      if (state === END && (!isWhole || at === text.length)) return true;
      if (state.takes) {
        if (state.takes(letter)) after.push(...state.next);
      } else if (state.holds?.(text, at) ?? true) left.push(...state.next);
    }
    left = after;
  }
  return false;
}

/** Counts the letters of all texts: each letter visits a state once. */
let round = 0;
