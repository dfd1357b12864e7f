import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { insertSubmission } from '#server/submission/row.ts';
import { keep, stillHeld } from './keep.ts';

let storage: Storage;
let context: ServerContext;
beforeAll(async () => {
  storage = await openTestStorage();
  context = { storage, now: () => new Date() } as unknown as ServerContext;
});
afterAll(async () => {
  await storage.close();
});

/** A submission that this worker holds. */
async function heldBy(leaseOwner: string | null): Promise<{ processId: string; leaseOwner: string | null }> {
  const row = processRow(new Date(), { status: 'COMPLETED', context: json({ running: true }) });
  await recorded(context, async (trx) => {
    await trx.insertInto('process').values(row).execute();
    await insertSubmission(context, trx, row.id, 'server');
    await trx.updateTable('submission').set({ leaseOwner }).where('processId', '=', row.id).execute();
  });
  return { processId: row.id, leaseOwner };
}
const takeOver = ({ processId }: { processId: string }) =>
  storage.db
    .updateTable('submission')
    .set({ leaseOwner: 'successor' })
    .where('processId', '=', processId)
    .execute();
const sentAt = new Date('2026-11-01T10:00:00Z');
const stored = async ({ processId }: { processId: string }) =>
  (
    await storage.db
      .selectFrom('submission')
      .select('postboxSentAt')
      .where('processId', '=', processId)
      .executeTakeFirstOrThrow()
  ).postboxSentAt;

it.each(['worker', null])(
  'stores what the worker that holds the submission has found out (%s)',
  async (owner) => {
    const held = await heldBy(owner);
    await keep(context, held, { postboxSentAt: sentAt });
    expect(await stored(held)).toEqual(sentAt);
    expect((await stillHeld(context, held)).processId).toBe(held.processId);
  },
);

it.each(['worker', null])('stores nothing of one that was given up (%s)', async (owner) => {
  const held = await heldBy(owner);
  await takeOver(held);
  const late = 'another worker has the submission';
  await expect(keep(context, held, { postboxSentAt: sentAt })).rejects.toThrow(late);
  await expect(stillHeld(context, held)).rejects.toThrow(late);
  expect(await stored(held)).toBeNull();
});
