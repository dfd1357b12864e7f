import { DAY_MS } from '#domain/days.ts';
import type { ServerContext } from '#server/context.ts';
import { keepLonger } from '#server/processes/availability.ts';
import type { Trx } from '#server/storage/database.ts';
import { keepDownloadsLonger } from '#server/submission/row.ts';

/** Days for which a person finds the receipt, or can have a failed hand-in tried again, at least. */
const DAYS_AFTER = 7;

/** Keeps the application of a hand-in that has ended. */
export async function keepAfterEnd({ now }: ServerContext, trx: Trx, processId: string): Promise<void> {
  const until = new Date(now().getTime() + DAYS_AFTER * DAY_MS);
  await keepLonger(trx, processId, until);
  await keepDownloadsLonger(trx, processId, until);
}
