import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { FormFrame } from '#domain/form-engine.ts';
import type { ServerContext } from '#server/context.ts';
import { FormServerRefused } from '#server/ports/form-server.ts';
import type { Database, Trx } from '#server/storage/database.ts';
import type { FormCaseTable } from '#server/storage/tables.ts';

export type FormCaseRow = Selectable<FormCaseTable>;

/** The case that is open for an application, in whatever session. */
export const caseOf = (db: Database, processId: string): Promise<FormCaseRow | undefined> =>
  db.selectFrom('formCase').selectAll().where('processId', '=', processId).executeTakeFirst();

/**
 * Notes that a session has opened a case; the one before it counts no more.
 * @throws FormServerRefused when the token was handed out for another application, or before
 */
export async function noteCase(
  { now }: ServerContext,
  trx: Trx,
  { processId, sessionId }: { processId: string; sessionId: string },
  { caseId, token }: FormFrame,
): Promise<void> {
  const tokenHash = createHash('sha256').update(token).digest('hex');
  const known = await trx
    .selectFrom('formCase')
    .select('processId')
    .where((eb) => eb.or([eb('tokenHash', '=', tokenHash), eb('caseId', '=', caseId)]))
    .executeTakeFirst();
  if (known) throw new FormServerRefused('open: a token or case that was handed out before');
  const opened = { caseId, sessionId, tokenHash, openedAt: now() };
  await trx
    .insertInto('formCase')
    .values({ processId, ...opened })
    .onConflict((conflict) => conflict.column('processId').doUpdateSet(opened))
    .execute();
}
