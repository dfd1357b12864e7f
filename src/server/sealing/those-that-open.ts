import type { FastifyBaseLogger } from 'fastify';
import { KeyUnknown } from './key-faults.ts';
import { SealBroken } from './seal.ts';

/** Whether a value, or a key, will not open at the next try either: it was changed, or its key is gone. */
const isBroken = (error: unknown): boolean => error instanceof SealBroken || error instanceof KeyUnknown;

/** Opens those rows that open; each other is an error in the log, which names it, and hides no other row. */
export async function thoseThatOpen<Row, Opened>(
  log: Pick<FastifyBaseLogger, 'error'>,
  rows: readonly Row[],
  open: (row: Row) => Promise<Opened>,
): Promise<Opened[]> {
  const opened = await Promise.all(
    rows.map(async (row) => {
      try {
        return [await open(row)];
      } catch (err) {
        if (!isBroken(err)) throw err;
        log.error({ err }, 'a sealed value does not open');
        return [];
      }
    }),
  );
  return opened.flat(1) as Opened[];
}
