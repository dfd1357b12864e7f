import type { Said } from '#domain/interruption.ts';

export type InterruptionContext = {
  /** Null while nothing is said: who said it is forgotten with it. */
  said: Said | null;
};

/** Acts of operators, and the clock. `at` is the moment of the event, as text that compares. */
export type InterruptionEvent =
  /** An operator says it, or says it anew: another sentence, other times. */
  | { type: 'interruption.said'; at: string; said: Said }
  /** An operator ends it, also before it has begun. */
  | { type: 'interruption.ended' }
  | { type: 'time.passed'; at: string };
export type InterruptionEventType = InterruptionEvent['type'];
