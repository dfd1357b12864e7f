import { ProblemError } from '#server/problem-error.ts';
import type { Trx } from '#server/storage/database.ts';
import type { Session } from './session.ts';

/** An owner: a person, or without an account the session. */
export type Owner = Pick<Session, 'id' | 'userId'>;

/** Returns the person of a session. @throws ProblemError login-required */
export function personOf({ userId }: Pick<Owner, 'userId'>): string {
  if (userId === null) throw new ProblemError('login-required');
  return userId;
}

/**
 * Locks the owner's row until the transaction ends, so that simultaneous acts are counted one by one.
 * @throws ProblemError login-required when the person is gone: they have deleted everything here from another window,
 * and nothing new may begin that would be nobody's
 */
export async function holdOwner(trx: Trx, { id, userId }: Owner): Promise<void> {
  if (userId === null) {
    await trx.selectFrom('session').select('id').where('id', '=', id).forUpdate().execute();
    return;
  }
  const person = trx.selectFrom('appUser').select('id').where('id', '=', userId).forUpdate();
  if (!(await person.executeTakeFirst())) throw new ProblemError('login-required');
}
