import { sql } from 'kysely';
import type { Database } from '#server/storage/database.ts';

/** Time after which a server that shares its database looks for notes of the others. */
const LOOK_MS = 1_000;
/** A look also sees notes from before the last one; a needless wake-up costs one question. */
const LOOK_BACK = '5 seconds';

/** Lets windows wait for a sign that another one edits or wants to; waiting asks the database nothing. */
export type EditingSigns = {
  /** Reports that another window edits an application now, or wants to. */
  give(processId: string): void;
  /** Resolves at the next sign, when the time is over, or when the answer is no longer wanted. */
  wait(processId: string, ms: number, gone: AbortSignal): Promise<void>;
  /** Answers every waiting window now, and lets none wait any more. */
  stop(): void;
};

/** @param shared the database, where several servers use it */
export function createEditingSigns(shared: Database | null): EditingSigns {
  const waiting = new Map<string, Set<() => void>>();
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;

  const give = (processId: string) => {
    for (const wake of waiting.get(processId) ?? []) wake();
  };
  const look = async (db: Database) => {
    const rows = await db
      .selectFrom('editing')
      .select('processId')
      .where('changedAt', '>', sql<Date>`clock_timestamp() - ${sql.lit(LOOK_BACK)}::interval`)
      .execute()
      // The next look sees the note.
      .catch(() => []);
    for (const { processId } of rows) give(processId);
    timer = waiting.size > 0 && !stopped ? setTimeout(look, LOOK_MS, db) : null;
  };

  return {
    give,
    wait: (processId, ms, gone) => {
      if (stopped || gone.aborted || ms <= 0) return Promise.resolve();
      return new Promise((resolve) => {
        const wakes = waiting.get(processId) ?? new Set();
        waiting.set(processId, wakes);
        const end = () => {
          clearTimeout(limit);
          gone.removeEventListener('abort', end);
          wakes.delete(end);
          if (wakes.size === 0) waiting.delete(processId);
          resolve();
        };
        const limit = setTimeout(end, ms);
        gone.addEventListener('abort', end);
        wakes.add(end);
        if (shared) timer ??= setTimeout(look, LOOK_MS, shared);
      });
    },
    stop: () => {
      stopped = true;
      if (timer) clearTimeout(timer);
      for (const processId of waiting.keys()) give(processId);
    },
  };
}
