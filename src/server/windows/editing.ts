import { type Selectable, sql } from 'kysely';
import type { EditedElsewhere } from '#contract/editing.ts';
import type { Database } from '#server/storage/database.ts';
import type { EditingTable } from '#server/storage/tables.ts';

/** Time without a report after which a window counts as closed. */
export const LEASE_MS = 30_000;

/** A window of a person, and the page that it showed before, if any. */
export type EditingWindow = { window: string; after?: string | undefined };

export type EditingRow = Selectable<EditingTable>;

type Claim = EditingWindow & { processId: string; sessionId: string; now: Date };

const untilOf = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/**
 * Lets a window edit if no other one does, and notes that it is open.
 * @returns null if another window edits
 */
export async function hold(
  db: Database,
  { processId, sessionId, window, after, now }: Claim,
): Promise<EditingRow | null> {
  const own = sql`editing.window_id in (${window}::uuid, ${after ?? window}::uuid)`;
  const { rows } = await sql<EditingRow>`
    insert into editing (process_id, window_id, session_id, since, until)
    values (${processId}, ${window}, ${sessionId}, ${now}, ${untilOf(now)})
    on conflict (process_id) do update set
      window_id = excluded.window_id,
      session_id = excluded.session_id,
      until = excluded.until,
      since = case when ${own} then editing.since else excluded.since end,
      wanted_by = nullif(editing.wanted_by, excluded.window_id),
      changed_at = case when ${own} then editing.changed_at else clock_timestamp() end
    where ${own} or editing.until <= ${now}
    returning *`.execute(db);
  return rows[0] ?? null;
}

/** Notes that the editing window is still open; null when it does not edit, or not in this session. */
export async function renew(db: Database, claim: Claim): Promise<EditingRow | null> {
  const row = await db
    .updateTable('editing')
    .set({ until: untilOf(claim.now) })
    .where('processId', '=', claim.processId)
    .where('windowId', '=', claim.window)
    .where('sessionId', '=', claim.sessionId)
    .where('until', '>', claim.now)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Lets a window edit whatever the others do. */
export const seize = async (db: Database, { processId, sessionId, window, now }: Claim): Promise<void> => {
  const editor = {
    windowId: window,
    sessionId,
    since: now,
    until: untilOf(now),
    wantedBy: null,
    wantedSession: null,
    wantedAt: null,
    changedAt: sql<Date>`clock_timestamp()`,
  };
  await db
    .insertInto('editing')
    .values({ processId, ...editor })
    .onConflict((conflict) => conflict.column('processId').doUpdateSet(editor))
    .execute();
};

/** Notes that a window wants to edit; it replaces the one that wanted to before. */
export const want = async (db: Database, { processId, sessionId, window, now }: Claim): Promise<void> => {
  await db
    .updateTable('editing')
    .set({
      wantedBy: window,
      wantedSession: sessionId,
      wantedAt: now,
      changedAt: sql<Date>`clock_timestamp()`,
    })
    .where('processId', '=', processId)
    .execute();
};

/** Ends the editing of a window; then the waiting one edits, or none. */
export async function release(
  db: Database,
  { processId, window, now }: Pick<Claim, 'processId' | 'window' | 'now'>,
): Promise<void> {
  const row = await db
    .deleteFrom('editing')
    .where('processId', '=', processId)
    .where('windowId', '=', window)
    .returningAll()
    .executeTakeFirst();
  if (!row?.wantedBy || !row.wantedSession) return;
  await seize(db, { processId, sessionId: row.wantedSession, window: row.wantedBy, now });
}

/** Tells whether a window has written the entries last, from its present page or from the one before. */
export const wroteLast = (
  window: EditingWindow | null | undefined,
  { writtenBy }: { writtenBy: string | null },
): boolean => writtenBy !== null && [window?.window, window?.after].includes(writtenBy);

/** Returns the window that edits now, as far as known. */
export const editorOf = (db: Database, processId: string): Promise<EditingRow | undefined> =>
  db.selectFrom('editing').selectAll().where('processId', '=', processId).executeTakeFirst();

/** Describes the other editing window for a window of this session. */
export const elsewhere = (
  { sessionId, since }: Pick<EditingRow, 'sessionId' | 'since'>,
  ownSession: string,
): EditedElsewhere => ({
  place: sessionId === ownSession ? 'window' : 'device',
  since: since.toISOString(),
});
