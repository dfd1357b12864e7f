import { compile, END, type State } from '#forms/rules/compiled-pattern.ts';
import { runs } from '#forms/rules/pattern.ts';

/** Letters that are tried where a pattern takes one: the usual ones first. */
const LETTERS = [
  ..."a0A1b9.@-_ /:+,()'äß",
  ...Array.from({ length: 95 }, (_, code) => String.fromCharCode(32 + code)),
];
const MAX_LENGTH = 400;

/**
 * Returns the first text that matches a whole pattern (in the notation of JavaScript, and accepted) and is long enough;
 * undefined when none is found.
 */
export function matchingText(source: string, minLength = 0, maxLength = MAX_LENGTH): string | undefined {
  const { heads, begin } = compile(source);
  if (heads.length > 0) return undefined;
  let ways = new Map<State, string>([[begin, '']]);
  for (let length = 0; length <= Math.min(maxLength, MAX_LENGTH); length += 1) {
    const after = new Map<State, string>();
    const seen = new Set<State>();
    const left = [...ways];
    for (let way = left.shift(); way; way = left.shift()) {
      const [state, text] = way;
      if (seen.has(state)) continue;
      seen.add(state);
      if (state === END) {
        // Places such as the end of a word were passed unseen.
        if (length >= minLength && runs(begin, text, true)) return text;
      } else if (state.takes) {
        const letter = LETTERS.find(state.takes);
        if (letter === undefined) continue;
        for (const next of state.next) if (!after.has(next)) after.set(next, text + letter);
      } else {
        left.unshift(...state.next.map((next): [State, string] => [next, text]));
      }
    }
    ways = after;
  }
  return undefined;
}
