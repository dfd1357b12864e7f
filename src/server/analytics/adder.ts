import type { FastifyBaseLogger } from 'fastify';

const ROWS_A_STATEMENT = 500;

type Adder<Row> = {
  add(row: Row): void;
  /** Writes rows added since the last time. */
  flush(): Promise<void>;
};

/**
 * Adds up rows of one key in memory, so that nothing waits for the database. Rows that could not be written stay for
 * the next time.
 */
export function createAdder<Row>(options: {
  keyOf: (row: Row) => string;
  /** Returns the sum of two rows of one key. */
  sum: (one: Row, other: Row) => Row;
  /** Adds rows to those of the database. They come in the order of their keys, so that two processes never deadlock. */
  write: (rows: Row[]) => Promise<unknown>;
  log: FastifyBaseLogger;
}): Adder<Row> {
  const { keyOf, sum, write, log } = options;
  let added = new Map<string, Row>();
  let writing: Promise<void> = Promise.resolve();

  function add(row: Row): void {
    const key = keyOf(row);
    const present = added.get(key);
    added.set(key, present === undefined ? row : sum(present, row));
  }

  async function writeAll(): Promise<void> {
    const rows = [...added.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
    added = new Map();
    for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
      const part = rows.slice(from, from + ROWS_A_STATEMENT);
      try {
        await write(part);
      } catch (err) {
        log.warn({ err }, 'counts could not be written; they are kept for the next time');
        for (const row of part) add(row);
      }
    }
  }

  return {
    add,
    flush: () => {
      writing = writing.then(writeAll);
      return writing;
    },
  };
}
