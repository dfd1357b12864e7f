import { pino } from 'pino';
import type { Storage } from '../database.ts';
import { type Expired, eraseRows } from '../erase-rows.ts';

/** Erases what is over by then, as the server does every minute. */
export async function eraseAll(storage: Storage, now: Date, ...expired: Expired[]): Promise<void> {
  const log = pino({ level: 'silent' });
  for (const one of expired) await eraseRows({ storage, log }, one.table, one, now);
}
