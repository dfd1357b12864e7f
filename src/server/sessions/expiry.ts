import { sql } from 'kysely';
import type { Expired } from '#server/storage/erase-rows.ts';

/** Logins that were begun and not completed in time, and the keys of pseudonyms of earlier months. */
export const expiredLogins: Expired = {
  table: 'login_state',
  by: 'expires_at',
  key: 'key',
  isOver: (now) => sql`expires_at <= ${now}`,
};
