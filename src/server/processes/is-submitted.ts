import type { Database, Trx } from '#server/storage/database.ts';

/** Whether an application was finally sent; false without an application. */
export async function isSubmitted(db: Database | Trx, processId: string | null): Promise<boolean> {
  if (processId === null) return false;
  const found = await db
    .selectFrom('process')
    .select('id')
    .where('id', '=', processId)
    .where('status', '=', 'SUBMITTED')
    .executeTakeFirst();
  return found !== undefined;
}
