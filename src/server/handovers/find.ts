import type { Database } from '#server/storage/database.ts';

/** A hand-over by its id, whoever's it is. */
export const findHandover = (db: Database, id: string) =>
  db.selectFrom('handover').selectAll().where('id', '=', id).executeTakeFirst();
