import { sql } from 'kysely';
import type { Expired } from '#server/storage/erase-rows.ts';

/** Hand-overs whose time is over, with their data. */
export const expiredHandovers: Expired = {
  table: 'handover',
  by: 'expires_at',
  key: 'id',
  isOver: (now) => sql`expires_at <= ${now}`,
};

/** Addresses that their person has gone to, and whose code is over. */
export const usedAddresses: Expired = {
  table: 'handover',
  by: 'code_until',
  key: 'id',
  isOver: (now) => sql`forward is not null and left_at is not null and code_until <= ${now}`,
  set: 'forward = null',
};
