import { sql } from 'kysely';
import { reachesLevel } from '#domain/trust-level.ts';
import type { ServerContext } from '#server/context.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import type { Database } from '#server/storage/database.ts';
import { countClosed, levelOf, type PersonalSession } from '#server/views/staying.ts';

/**
 * The subject of a copy: everything of a person that their login may see; everything of a person, for operators; or one
 * application, for operators.
 */
export type CopyOf =
  | { whose: 'login'; session: PersonalSession }
  | { whose: 'person'; userId: string }
  | { whose: 'application'; processId: string };

type Found = Pick<ProcessRow, 'id' | 'status' | 'context' | 'metadataId' | 'madeAtLevel'> & {
  ticketNumber: string | null;
};
/** An application that is to be copied. All of a copy are held at once, so it is no more than this. */
export type Listed = Pick<Found, 'id' | 'ticketNumber'>;

/** The person whose rows beside the applications are copied; null where there is only an application. */
export function personOf(of: CopyOf): string | null {
  if (of.whose === 'application') return null;
  return of.whose === 'login' ? of.session.userId : of.userId;
}

/** Returns the applications of a copy, the oldest first, and how many its login does not open. */
export async function listedFor(context: ServerContext, db: Database, of: CopyOf) {
  const owner = personOf(of);
  const all: Found[] = await db
    .selectFrom('process')
    .leftJoin('submission', 'submission.processId', 'process.id')
    .select(['process.id', 'process.status', 'process.context', 'metadataId', 'madeAtLevel', 'ticketNumber'])
    .where(
      of.whose === 'application'
        ? sql<boolean>`process.id = ${of.processId}`
        : sql<boolean>`process.user_id = ${owner}`,
    )
    .orderBy('process.createdAt')
    .orderBy('process.id')
    .execute();
  const opens = (one: Found) =>
    of.whose !== 'login' || reachesLevel(of.session.identity.trustLevel, levelOf(context, one));
  return {
    listed: all.filter(opens).map(({ id, ticketNumber }): Listed => ({ id, ticketNumber })),
    closed: countClosed(
      context,
      all.filter((one) => !opens(one)),
    ),
  };
}
