import type { Database } from '#server/storage/database.ts';
import { hashOf, selectHandover } from './row.ts';

/** Returns a hand-over by its id, whoever owns it. */
export const findHandover = (db: Database, id: string) =>
  selectHandover(db).where('handover.id', '=', id).executeTakeFirst();

/** Returns a hand-over by the code that its person arrives with. */
export const findByCode = (db: Database, code: string) =>
  db
    .selectFrom('handover')
    .select(['leiKaId', 'areaKey'])
    .where('codeHash', '=', hashOf(code))
    .executeTakeFirst();
