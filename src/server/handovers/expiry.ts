import type { ServerContext } from '#server/context.ts';

/** Erases hand-overs whose time is over, with what was handed over. */
export const forgetHandovers = ({ storage }: ServerContext, now: Date): Promise<unknown> =>
  storage.db.deleteFrom('handover').where('expiresAt', '<=', now).execute();
