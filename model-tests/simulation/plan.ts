import type { Tape } from './tape.ts';
import type { Interruption, Outcome } from './tasks.ts';

/** What befalls a task: a call to a partner with another outcome than an answer, or an interruption of its own. */
export type Plan = { call?: { at: number; outcome: Outcome }; interrupted?: Interruption };

const outcomes: readonly Outcome[] = [
  ...(['answerLost', 'away', 'refused', 'diesBefore', 'diesAfter', 'takesLong', 'answersLate'] as const),
];
/** Most calls to partners of a task, work with the database, and statements, among which one is chosen. */
const [CALLS, WORKS, STATEMENTS] = [6, 12, 50];

/** How much befalls the tasks of a run: nothing to none, something to half of them, or to all. */
export type Weather = 'calm' | 'usual' | 'stormy';

/** Chooses what befalls a task. Most tasks take one number of the tape. */
export function planOf(tape: Tape, weather: Weather = 'usual'): Plan {
  if (weather === 'calm') return {};
  const kind = tape.choose(16);
  if (weather === 'usual' && kind < 8) return {};
  if (kind % 8 < 5)
    return { call: { at: tape.choose(CALLS), outcome: outcomes[tape.choose(outcomes.length)]! } };
  if (kind % 8 < 6) return { interrupted: { stillBefore: tape.choose(WORKS) } };
  return { interrupted: { diesBefore: tape.choose(STATEMENTS) } };
}
