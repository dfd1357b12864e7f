import { reachesLevel } from '#domain/trust-level.ts';
import type { ServerContext } from '#server/context.ts';
import { handoversOf } from '#server/handovers/outgoing.ts';
import { notesOf } from '#server/processes/expired-drafts.ts';
import { allSessionsOf, isSamePerson, type Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import { type CopyOf, personOf } from './scope.ts';

/** The rows of a person beside their applications. */
export type PersonRows = Awaited<ReturnType<typeof readPerson>>;

/**
 * Reads what is kept of a person beside their applications. A login sees of a company no logins of colleagues, and no
 * hand-overs that were made at a higher level.
 */
export async function readPerson(context: ServerContext, trx: Trx, of: CopyOf) {
  const userId = personOf(of);
  if (userId === null) return nobodysRows;
  const sees = (one: Session) => of.whose !== 'login' || isSamePerson(of.session.identity, one.identity);
  const sessions = (await allSessionsOf(context, trx, userId)).filter(sees);
  const handovers = (await handoversOf(context, trx, userId)).filter(
    ({ madeAtLevel }) =>
      of.whose !== 'login' ||
      madeAtLevel === null ||
      reachesLevel(of.session.identity.trustLevel, madeAtLevel),
  );
  const ids = sessions.map(({ id }) => id);
  return {
    appUser: await trx.selectFrom('appUser').selectAll().where('id', '=', userId).execute(),
    session: sessions.map(withoutNumbers),
    accountSession:
      ids.length === 0
        ? []
        : await trx.selectFrom('accountSession').selectAll().where('sessionId', 'in', ids).execute(),
    handover: handovers,
    expiredDraft: await notesOf(trx, userId),
  };
}

const nobodysRows = { appUser: [], session: [], accountSession: [], handover: [], expiredDraft: [] };

function withoutNumbers({ identity, ...session }: Session) {
  const { providerData: _, postboxHandle: __, ...told } = identity;
  return { ...session, identity: told };
}
