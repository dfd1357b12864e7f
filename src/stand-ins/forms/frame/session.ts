import type { Stands } from './calls.ts';

const WARN_SECONDS = 120;
const RETRY_MS = 30_000;
const SHORTEST_MS = 100;

/**
 * Warns before the session ends, and notices its end. The portal may have prolonged it meanwhile, so the server is
 * asked each time.
 */
export function watchSession(session: {
  ask(): Promise<Stands>;
  warn(): void;
  /** Handles a question without an answer. @returns true to ask again */
  failed(error: unknown): boolean;
}) {
  let timer: number | undefined;
  let isWarned = false;

  function watch(secondsLeft: number): void {
    clearTimeout(timer);
    const isNear = secondsLeft <= WARN_SECONDS;
    if (isNear && !isWarned) session.warn();
    isWarned = isNear;
    const wait = isNear ? secondsLeft : secondsLeft - WARN_SECONDS;
    timer = window.setTimeout(look, Math.max(wait * 1000, SHORTEST_MS));
  }
  async function look(): Promise<void> {
    try {
      watch((await session.ask()).secondsLeft);
    } catch (error) {
      if (session.failed(error)) timer = window.setTimeout(look, RETRY_MS);
    }
  }
  return { watch, stop: () => clearTimeout(timer) };
}
