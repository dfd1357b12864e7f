import type { FastifyBaseLogger } from 'fastify';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Whether the database can be reached, according to the last attempts to connect. */
export type Presence = {
  /** True until the pause after the last failure is over; then the next attempt is made. */
  isPausing(): boolean;
  noteFailure(error: unknown): void;
  noteAnswer(): void;
};

/** Pauses 0.1, 0.2, 0.4 … at most 2 s between attempts to connect; logs an outage once, and its length. */
export function presence(log: FastifyBaseLogger, now: () => number = () => performance.now()): Presence {
  let awaySince: number | null = null;
  let failures = 0;
  let nextTry = 0;
  const isPausing = () => now() < nextTry;
  return {
    isPausing,
    noteFailure: (err) => {
      // Simultaneous attempts do not lengthen the pause.
      if (isPausing()) return;
      nextTry = now() + Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures, 10), LONGEST_PAUSE_MS);
      failures += 1;
      if (awaySince !== null) return;
      awaySince = now();
      log.error({ err }, 'the database is away');
    },
    noteAnswer: () => {
      failures = 0;
      nextTry = 0;
      if (awaySince === null) return;
      log.warn({ seconds: Math.round((now() - awaySince) / 1000) }, 'the database is back');
      awaySince = null;
    },
  };
}
