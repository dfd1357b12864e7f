import type { Tape } from './tape.ts';
import type { Interruption, Outcome } from './tasks.ts';

/** A misfortune of a task: a call to a partner with another outcome than an answer, or an interruption of its own. */
export type Plan = { call?: { at: number; outcome: Outcome }; interrupted?: Interruption };

const outcomes: readonly Outcome[] = [
  ...([
    'answerLost',
    'away',
    'refused',
    'diesBefore',
    'diesAfter',
    'takesLong',
    'answersLate',
    'answerLost',
  ] as const),
];
/** Calls to partners of a task, work with the database, statements, and transactions, among which one is chosen. */
const [CALLS, WORKS, STATEMENTS, COMMITS] = [4, 12, 50, 5];

/** How much befalls the tasks of a run: nothing to none, something to half of them, or to all. */
export type Weather = 'calm' | 'usual' | 'stormy';

/** Chooses the misfortune of a task. Most tasks take one number of the tape. */
export function planOf(tape: Tape, weather: Weather = 'usual'): Plan {
  if (weather === 'calm') return {};
  const kind = tape.choose(16);
  if (weather === 'usual' && kind < 8) return {};
  if (kind % 8 < 4)
    return { call: { at: tape.choose(CALLS), outcome: outcomes[tape.choose(outcomes.length)]! } };
  if (kind % 8 < 5) return { interrupted: { stillBefore: tape.choose(WORKS) } };
  if (kind % 8 < 6) return { interrupted: { diesBefore: tape.choose(STATEMENTS) } };
  return { interrupted: { diesAfterCommit: tape.choose(COMMITS) } };
}

/** Calls to partners that all have the same outcome for a while, by their name. */
export type Moods = Map<string, Outcome>;

const calls = [
  ...(['delivery.deliver', 'delivery.announce', 'payment.start', 'payment.status'] as const),
  ...(['mail.send', 'delivery.events', 'delivery.deliver'] as const),
];
const bad: readonly Outcome[] = ['answerLost', 'refused', 'away', 'answersLate', 'answerLost'];

/** Has a partner be in a mood, or in none any more. @returns what happens, in words */
export function changeMood(tape: Tape, moods: Moods): string {
  const call = calls[tape.choose(calls.length)]!;
  const mood = moods.has(call) ? undefined : bad[tape.choose(bad.length)]!;
  if (mood) moods.set(call, mood);
  else moods.delete(call);
  return `${call}: ${mood ?? 'as usual'} from now on`;
}
