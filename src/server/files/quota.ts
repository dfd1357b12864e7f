import { ProblemError } from '#server/problem-error.ts';
import { limitOf, openOf, sentOf } from '#server/processes/quota.ts';
import { holdOwner, type Owner } from '#server/sessions/owner.ts';
import type { Trx } from '#server/storage/database.ts';
import { handInKinds, ownKinds } from '#server/storage/file-kinds.ts';

/** Bytes of files in all open applications of one owner. */
export const mostBytes = { session: 200 * 1024 * 1024, person: 500 * 1024 * 1024 } as const;

/**
 * Checks that the files of the caller's open applications may take this many bytes more.
 * @throws ProblemError file-total-reached
 */
export async function assertRoomForBytes(trx: Trx, owner: Owner, bytes: number): Promise<void> {
  await holdOwner(trx, owner);
  const { total } = await trx
    .selectFrom('file')
    .where('processId', 'in', openOf(trx, owner).select('process.id'))
    .where('kind', 'in', ownKinds)
    .select((eb) => eb.fn.sum<number | null>('size').as('total'))
    .executeTakeFirstOrThrow();
  if (Number(total ?? 0) + bytes > limitOf(mostBytes, owner)) throw new ProblemError('file-total-reached');
}

/**
 * Checks that files of a person that are still to be handed in, or to be delivered, may take this many bytes more.
 * @throws ProblemError file-total-reached
 */
export async function assertRoomForHandIn(trx: Trx, owner: Owner, bytes: number): Promise<void> {
  await holdOwner(trx, owner);
  const { total } = await trx
    .selectFrom('file')
    .where('processId', 'in', sentOf(trx, owner).select('process.id'))
    .where('kind', 'in', [...handInKinds, 'unfinished'])
    .select((eb) => eb.fn.sum<number | null>('size').as('total'))
    .executeTakeFirstOrThrow();
  if (Number(total ?? 0) + bytes > limitOf(mostBytes, owner)) throw new ProblemError('file-total-reached');
}
