import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { holdOwner, type Owner } from '#server/sessions/owner.ts';
import type { Trx } from '#server/storage/database.ts';

/** Most applications open at once: more than anybody needs, fewer than it takes to fill the disk. */
export const mostOpen = { session: 20, person: 100 } as const;

/** The caller's limit: lower without an account. */
export const limitOf = (limits: { session: number; person: number }, { userId }: Owner): number =>
  userId === null ? limits.session : limits.person;

/** Time after which another person may have sent or ended an application. */
const ANOTHER_TRY_SECONDS = 600;

/**
 * Checks that the caller may open one more application, and that one more without an account is possible.
 * @throws ProblemError too-many-applications, too-many-anonymous
 */
export async function assertRoom(context: ServerContext, trx: Trx, owner: Owner): Promise<void> {
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

/** The sent applications of a person. */
export const sentOf = (trx: Trx, { userId }: Owner) =>
  trx.selectFrom('process').where('process.status', '=', 'SUBMITTED').where('process.userId', '=', userId);

/**
 * Limits the sessions without an account together, because each costs its caller nothing. There is no lock, so
 * simultaneous starts may exceed the limit slightly. An index covers only these applications, and counting stops at
 * the limit.
 */
async function assertRoomForAnonymous({ config }: ServerContext, trx: Trx): Promise<void> {
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
