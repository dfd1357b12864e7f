import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { ProcessState } from '#machines/process/process.types.ts';
import type { Database } from '#server/storage/database.ts';
import type { CountKind } from '#server/storage/tables.ts';
import { dayOf } from './day.ts';

const FLUSH_MS = 5_000;
/** Different queries stored with their words in one day; somebody may invent them. */
const QUERIES_A_DAY = 2_000;
const ROWS_A_STATEMENT = 500;

type Row = { day: string; kind: CountKind; subject: string; detail: string; count: number };

export type Counts = {
  /** A public page, by its screen and what it shows; `id` is empty for a screen that exists once. */
  page(screen: string, id: string): void;
  /** A search that found nothing; with its words only where they may be stored. */
  nothingFound(query: string | null): void;
  /** A status that an application has reached, by its form. */
  step(form: string, status: ProcessState): void;
  /** Writes what has been counted since the last time. */
  flush(): Promise<void>;
  /** Writes the rest and stops counting. */
  stop(): Promise<void>;
};

/**
 * Counts in memory and adds to the database every few seconds, so that no page waits for it. What could not be written
 * stays for the next time; counts are lost when the process ends unexpectedly.
 */
export function createCounts(options: { db: Database; log: FastifyBaseLogger; now: () => Date }): Counts {
  const { db, log, now } = options;
  let counted = new Map<string, Row>();
  let writing: Promise<void> = Promise.resolve();
  let queries = { day: '', seen: new Set<string>() };

  function add(kind: CountKind, subject: string, detail: string, day = dayOf(now()), count = 1): void {
    const key = [day, kind, subject, detail].join('\n');
    const row = counted.get(key);
    if (row) row.count += count;
    else counted.set(key, { day, kind, subject, detail, count });
  }

  function isNewTooMany(query: string): boolean {
    const day = dayOf(now());
    if (queries.day !== day) queries = { day, seen: new Set() };
    if (queries.seen.size >= QUERIES_A_DAY) return !queries.seen.has(query);
    queries.seen.add(query);
    return false;
  }

  async function write(): Promise<void> {
    const rows = [...counted.values()].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    counted = new Map();
    for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
      const part = rows.slice(from, from + ROWS_A_STATEMENT);
      try {
        await addTo(db, part);
      } catch (err) {
        log.warn({ err }, 'counts could not be written; they are kept for the next time');
        for (const { kind, subject, detail, day, count } of part) add(kind, subject, detail, day, count);
      }
    }
  }

  const flush = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();

  return {
    page: (screen, id) => add('page', screen, id),
    nothingFound: (query) => add('nothingFound', query === null || isNewTooMany(query) ? '' : query, ''),
    step: (form, status) => add('step', form, status),
    flush,
    stop: () => {
      clearInterval(timer);
      return flush();
    },
  };
}

/** The same order in every process, so that two of them never deadlock. */
const keyOf = ({ day, kind, subject, detail }: Row) => [day, kind, subject, detail].join('\n');

const addTo = (db: Database, rows: Row[]) =>
  db
    .insertInto('dailyCount')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'kind', 'subject', 'detail'])
        .doUpdateSet({ count: sql<number>`daily_count.count + excluded.count` }),
    )
    .execute();
