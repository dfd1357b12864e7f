import type { ServerContext } from '#server/context.ts';

/** Erases hand-overs whose time is over, with their data, and addresses whose code is over. */
export async function forgetHandovers({ storage }: ServerContext, now: Date): Promise<void> {
  await storage.db.deleteFrom('handover').where('expiresAt', '<=', now).execute();
  await storage.db
    .updateTable('handover')
    .set({ forward: null })
    .where('leftAt', 'is not', null)
    .where('codeUntil', '<=', now)
    .execute();
}
