import type { LoginProviderId } from '#domain/login.ts';
import { levelNeeded, loginWays } from '#domain/login-ways.ts';
import { reachesLevel, type TrustLevel } from '#domain/trust-level.ts';
import type { ServerContext } from '#server/context.ts';
import type { Identity } from '#server/ports/identity.ts';
import { ProblemError } from '#server/problem-error.ts';
import { admissionRules, isSent } from '#server/processes/admission.ts';
import { confirmingLogin } from '#server/processes/confirming-login.ts';
import { metadataOf } from '#server/processes/form.ts';
import { findProcess, isNotYetConfirmed, type ProcessRow } from '#server/processes/row.ts';
import { sealProcess } from '#server/processes/sealed-row.ts';
import { opaquePerson } from '#server/sessions/opaque.ts';
import type { Session } from '#server/sessions/session.ts';
import { readOwned } from '#server/workflow/act.ts';
import { knownId } from './one-person.ts';

/**
 * A login that confirms a completed application: the application, and the person who must log in. `userId` is null
 * where this session cannot read the application. Then the browser may name the person whom it was shown to, by the
 * opaque id, so that no other is mistaken for them. In a colleague's session, the person who is to act for the
 * company may log in.
 */
export type Confirmation = { processId: string; userId: string | null; person?: string | undefined };

type Demand = { trustLevel: TrustLevel; forceNew: boolean; confirms?: Confirmation };

/**
 * Returns the demands on a login that names an application. After completion the login confirms the application: the
 * person must authenticate again, by a login and at a level that the form accepts, whatever the browser asks for. An
 * application that this session cannot read (the session has ended meanwhile) is confirmed by its owner alone, as the
 * take-over checks. This function does not look up whether it exists or whose it is.
 * @throws ProblemError login-not-accepted, form-not-found
 */
export async function demandOf(
  context: ServerContext,
  session: Session | null,
  asked: {
    processId?: string | undefined;
    person?: string | undefined;
    providerId: LoginProviderId;
    trustLevel: TrustLevel;
    forceNew: boolean;
  },
): Promise<Demand> {
  const { processId, person, providerId, trustLevel, forceNew } = asked;
  if (processId === undefined) return { trustLevel, forceNew };
  const row = session && (await readable(context, session, processId));
  if (!row) return { trustLevel, forceNew: true, confirms: { processId, userId: null, person } };
  if (row.confirmedAt === null) return { trustLevel, forceNew };
  const here = [...context.identityProviders.keys()];
  const ways = loginWays(admissionRules(metadataOf(context, row), row), here);
  const way = ways.find((one) => one.providerId === providerId);
  if (!way) {
    throw new ProblemError('login-not-accepted', { accepted: ways.map((one) => one.providerId) });
  }
  return {
    trustLevel: reachesLevel(trustLevel, way.level) ? trustLevel : way.level,
    forceNew: true,
    confirms: { processId, userId: session.userId },
  };
}

async function readable(
  context: ServerContext,
  session: Session,
  processId: string,
): Promise<ProcessRow | null> {
  try {
    return await readOwned(context, session, processId);
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

/**
 * Returns the completed application if it belongs to the person who has logged in, otherwise null. Before the login
 * the person is unknown.
 */
async function completedOf(
  context: ServerContext,
  processId: string,
  userId: string | null,
  present: Session | null,
): Promise<ProcessRow | null> {
  const row = await findProcess(context, context.storage.db, processId);
  if (!row || row.confirmedAt === null || isSent(row)) return null;
  const isTheirs = row.userId === null ? row.sessionId === present?.id : row.userId === userId;
  return isTheirs ? row : null;
}

/**
 * Whether a login is too weak for the application that it is to confirm. The level requested by the browser, perhaps
 * without the session, does not count.
 */
export async function isTooWeak(
  context: ServerContext,
  { processId }: Confirmation,
  identity: Identity,
  present: Session | null,
): Promise<boolean> {
  const userId = await knownId(context, identity);
  const row = await completedOf(context, processId, userId, present);
  const metadata = row && context.content().metadata.get(row.metadataId);
  return metadata ? !reachesLevel(identity.trustLevel, levelNeeded(metadata)) : false;
}

/** Stores the login with the application that it was made for. The take-over decides whether it confirms it. */
export async function noteConfirmation(
  context: ServerContext,
  { processId }: Confirmation,
  { identity, session, at }: { identity: Identity; session: Session; at: Date },
): Promise<void> {
  if (session.userId === null) return;
  const row = await completedOf(context, processId, session.userId, session);
  if (!row) return;
  // A login that has confirmed it stays, also a very recent one. A login older than the completion confirms nothing.
  const { db } = context.storage;
  const login = { confirmingLogin: confirmingLogin(identity, session.userId, at) };
  await db
    .updateTable('process')
    .set(await sealProcess(context, db, row, login))
    .where('id', '=', row.id)
    // The key of one that was sent meanwhile may be gone.
    .where('status', '!=', 'SUBMITTED')
    .where('confirmedAt', '<=', at)
    .where(isNotYetConfirmed)
    .execute();
}

/** Whether another person has logged in than the one who must confirm. */
export async function isSomebodyElse(
  context: ServerContext,
  { userId, person }: Confirmation,
  identity: Pick<Identity, 'providerId' | 'subject' | 'company' | 'name'>,
): Promise<boolean> {
  if (userId === null && person === undefined) return false;
  const known = await knownId(context, identity);
  // A new person owns no application.
  if (known === null) return true;
  return userId === null ? opaquePerson(known, identity) !== person : known !== userId;
}
