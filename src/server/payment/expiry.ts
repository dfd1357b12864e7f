import { sql } from 'kysely';
import { DAY_MS } from '#domain/days.ts';
import type { Expired } from '#server/storage/erase-rows.ts';

/** Payments of erased applications that the provider is no longer asked about. */
export const lonelyPayments: Expired = {
  table: 'payment',
  by: 'asked_until',
  key: 'id',
  // No "not in": the database compares each payment with all applications once these do not fit into its work_mem.
  isOver: (now) => sql`asked_until <= ${now} and live_process is null
    and not exists (select from process where process.id = payment.process_id)`,
};

/** Money to be returned that was noted so many days ago. */
export const oldRefunds = (days: number): Expired => ({
  table: 'refund',
  by: 'noted_at',
  key: 'payment_id',
  isOver: (now) => sql`noted_at <= ${new Date(now.getTime() - days * DAY_MS)}`,
});
