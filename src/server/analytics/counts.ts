import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { germanDay } from '#domain/german-time.ts';
import type { ProcessStatus } from '#domain/process-status.ts';
import type { ProcessState } from '#machines/process/process.types.ts';
import type { Database } from '#server/storage/database.ts';
import type { CountKind } from '#server/storage/tables.ts';
import { createAdder } from './adder.ts';
import { addMoves, type CountedMove, keyOfMoves, sumOfMoves } from './moves.ts';
import type { Visitor } from './visitor.ts';

const FLUSH_MS = 5_000;
/** Different queries stored with their words in one day, because anybody may invent more. */
const QUERIES_A_DAY = 2_000;

type Row = { day: string; kind: CountKind; subject: string; detail: string; count: number };

/** How a draft ended, after the status in which it did. */
export type DraftEnd = `${ProcessStatus}/${'deleted' | 'expired'}`;

export type Counts = {
  /** Counts a page, by its screen and subject, and its reader; `id` is empty for a screen that exists once. */
  page(screen: string, id: string, visitor: Visitor): void;
  /** Counts a search that found nothing; with its words only where they may be stored. */
  nothingFound(query: string | null): void;
  /** Counts a status that an application has reached, or an end of its draft, by its form. */
  step(form: string, status: ProcessState | DraftEnd): void;
  /** Counts a move of a status machine, once it is committed. */
  moved(move: CountedMove): void;
  /** Writes counts added since the last time. */
  flush(): Promise<void>;
  /** Writes the rest and stops counting. */
  stop(): Promise<void>;
};

/**
 * Counts in memory and adds to the database every few seconds, so that no page waits for it. Counts that could not be
 * written stay for the next time; they are lost when the process ends unexpectedly.
 */
export function createCounts(options: { db: Database; log: FastifyBaseLogger; now: () => Date }): Counts {
  const { db, log, now } = options;
  let queries = { day: '', seen: new Set<string>() };
  const rows = createAdder<Row>({
    keyOf,
    sum: (one, other) => ({ ...one, count: one.count + other.count }),
    write: (added) => addTo(db, added),
    log,
  });
  const moves = createAdder({
    keyOf: keyOfMoves,
    sum: sumOfMoves,
    write: (added) => addMoves(db, added),
    log,
  });

  const add = (kind: CountKind, subject: string, detail: string): void =>
    rows.add({ day: germanDay(now()), kind, subject, detail, count: 1 });

  function isNewTooMany(query: string): boolean {
    const day = germanDay(now());
    if (queries.day !== day) queries = { day, seen: new Set() };
    if (queries.seen.size >= QUERIES_A_DAY) return !queries.seen.has(query);
    queries.seen.add(query);
    return false;
  }

  const flush = async () => {
    await Promise.all([rows.flush(), moves.flush()]);
  };
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();

  return {
    page: (screen, id, { device, country }) => {
      add('page', screen, id);
      add('visit', `${screen} ${id}`, `${device} ${country}`);
    },
    nothingFound: (query) => add('nothingFound', query === null || isNewTooMany(query) ? '' : query, ''),
    step: (form, status) => add('step', form, status),
    moved: (move) => moves.add({ ...move, count: 1 }),
    flush,
    stop: () => {
      clearInterval(timer);
      return flush();
    },
  };
}

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
