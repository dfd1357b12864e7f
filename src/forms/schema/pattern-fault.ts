import { compile, NONE, Refused, type State, TOO_MANY } from '../rules/compiled-pattern.ts';
import { longest, runs } from '../rules/pattern.ts';

/** The fault of a pattern for texts of so many letters; null if it has none. */
export function patternFault(source: string, maxLength = 0): string | null {
  try {
    new RegExp(`^${source}$`);
  } catch {
    return NONE;
  }
  try {
    const { heads, begin } = compile(source);
    const isTooMuch = [begin, ...heads.map((head) => head.begin)].some((part) =>
      lettersOf(part).some((letter) => runs(part, letter.repeat(longest(maxLength)), true) === null),
    );
    return isTooMuch ? TOO_MANY : null;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

const PROBES = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));

/** One letter for each place that takes one: a text of these alone keeps most places busy. */
function lettersOf(begin: State): string[] {
  const letters = new Set<string>();
  const seen = new Set<State>();
  const left = [begin];
  for (let state = left.pop(); state; state = left.pop()) {
    if (seen.has(state)) continue;
    seen.add(state);
    left.push(...state.next);
    const { takes } = state;
    if (!takes || [...letters].some(takes)) continue;
    const letter = PROBES.find(takes);
    if (letter !== undefined) letters.add(letter);
  }
  return [...letters];
}
