import type { ServiceContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { holdOwner, type Owner } from '#server/sessions/owner.ts';
import type { Trx } from '#server/storage/database.ts';

/** Applications that may be open at once: more than anybody needs, fewer than somebody who fills the disk. */
export const mostOpen = { session: 20, person: 100 } as const;

/** What holds for the caller: without an account it is less. */
export const limitOf = (limits: { session: number; person: number }, { userId }: Owner): number =>
  userId === null ? limits.session : limits.person;

/** Until that long has passed somebody else may have sent or ended an application. */
const ANOTHER_TRY_SECONDS = 600;

/**
 * Room for one more application of the caller, and for one more without an account.
 * @throws ProblemError too-many-applications, too-many-anonymous
 */
export async function assertRoom(context: ServiceContext, trx: Trx, owner: Owner): Promise<void> {
  await holdOwner(trx, owner);
  const { count } = await openOf(trx, owner)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= limitOf(mostOpen, owner)) throw new ProblemError('too-many-applications');
  if (owner.userId === null) await assertRoomForAnonymous(context, trx);
}

/** The caller's open applications. */
export const openOf = (trx: Trx, { id, userId }: Owner) =>
  trx
    .selectFrom('process')
    .where('process.status', '!=', 'SUBMITTED')
    .where((eb) =>
      userId === null
        ? eb.and([eb('process.sessionId', '=', id), eb('process.userId', 'is', null)])
        : eb('process.userId', '=', userId),
    );

/**
 * Sessions without an account cost nothing, so there is a limit of all. Nobody is held for it: of starts at the same
 * moment a few more than that may pass. An index has these applications alone, and no more are counted than matter.
 */
async function assertRoomForAnonymous({ config }: ServiceContext, trx: Trx): Promise<void> {
  const most = config.ANONYMOUS_APPLICATIONS;
  const { count } = await trx
    .selectFrom((eb) =>
      eb
        .selectFrom('process')
        .select('id')
        .where('userId', 'is', null)
        .where('status', '!=', 'SUBMITTED')
        .limit(most)
        .as('open'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= most) {
    throw new ProblemError('too-many-anonymous', {}, { retryAfter: ANOTHER_TRY_SECONDS });
  }
}
