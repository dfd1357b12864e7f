import { compile, END, type Pattern, type State } from './compiled-pattern.ts';

/**
 * Patterns of forms, matched in time that grows with the text as it does with the pattern: all ways through the pattern
 * are followed at once, a letter at a time. JavaScript's own regular expressions try one after the other, so that a
 * pattern such as `([a-z]+)*` does not end on thirty letters. Whole texts match or do not; what is read here matches as
 * JavaScript has it (docs/decisions/0063-patterns-that-end.md).
 */

/** Letters that a text may have for its pattern where no `maxLength` says more. */
const USUAL_TEXT = 1_000;
/** How often places of the pattern are looked at for one text: what is not decided by then does not match. */
const mostLooks = (text: string) => Math.max(1_000_000, 20 * text.length);

const compiled = new Map<string, Pattern>();

/**
 * Whether a whole text matches a pattern that was accepted (patternFault). One that is longer than any that may match is
 * not looked at.
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

/** In units of UTF-16, of which a letter has two at most. */
export const longest = (maxLength = 0) => 2 * Math.max(maxLength, USUAL_TEXT);

/**
 * @param isWhole the end must be reached with the text's end, not before
 * @returns null when that takes too long to say
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

/** Counts the letters of all texts: a state is looked at once for each. */
let round = 0;
