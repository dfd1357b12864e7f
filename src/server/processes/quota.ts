import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';

/** Applications that may be open at once: more than anybody needs, fewer than somebody who fills the disk. */
export const mostOpen = { session: 20, person: 100 } as const;

/**
 * Holds the caller's own row until the transaction ends, so that starts at the same time are counted one by one.
 * @throws ProblemError too-many-applications
 */
export async function assertRoom(trx: Trx, { id, userId }: Session): Promise<void> {
  const open = trx
    .selectFrom('process')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '!=', 'SUBMITTED');
  if (userId === null) {
    await trx.selectFrom('session').select('id').where('id', '=', id).forUpdate().execute();
    const { count } = await open
      .where('sessionId', '=', id)
      .where('userId', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostOpen.session) throw new ProblemError('too-many-applications');
    return;
  }
  await trx.selectFrom('appUser').select('id').where('id', '=', userId).forUpdate().execute();
  const { count } = await open.where('userId', '=', userId).executeTakeFirstOrThrow();
  if (Number(count) >= mostOpen.person) throw new ProblemError('too-many-applications');
}
