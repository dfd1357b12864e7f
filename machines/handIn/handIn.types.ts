import type { GiveUpReason } from '#domain/give-up.ts';

export type HandInContext = {
  /** Number of tries that failed, since the person last had it tried. */
  tries: number;
  /** Moment of the next try (ISO 8601 in UTC with milliseconds, so that moments compare as text). */
  nextTryAt: string;
  /** Moment after which it is not tried any more. */
  tryUntil: string;
  /** Short name of the last failure, for operators; null while all is well. */
  problem: string | null;
  /** Why an operator has ended the tries; absent, or null, where nobody has. */
  givenUp?: GiveUpReason | null;
};

export type HandInInput = Pick<HandInContext, 'nextTryAt' | 'tryUntil'>;

/** Reports of a try, and the person's wish for further ones. */
export type HandInEvent =
  /** The authority's delivery service has taken it. */
  | { type: 'handIn.delivered' }
  /** The delivery is impossible now. */
  | { type: 'handIn.deferred'; problem: string; nextTryAt: string }
  /** The delivery was refused: another try would change nothing by itself. */
  | { type: 'handIn.refused'; problem: string }
  /** An operator ends the tries before their time. */
  | { type: 'handIn.givenUp'; reason: GiveUpReason }
  /** The person has it tried again. */
  | { type: 'handIn.repeated'; nextTryAt: string; tryUntil: string };
export type HandInEventType = HandInEvent['type'];
