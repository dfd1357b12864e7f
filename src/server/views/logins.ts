import type { LoginView } from '#contract/auth.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { isSamePerson, type Session, sessionsOf } from '#server/sessions/session.ts';

/**
 * Returns the logins of a person that have not ended: the present one first, then the one used last. Logins of
 * colleagues at one business account are not included.
 * @throws ProblemError login-required without an account
 */
export async function loginsOf(context: ServerContext, session: Session): Promise<LoginView[]> {
  if (session.userId === null) throw new ProblemError('login-required');
  const ofAccount = await sessionsOf(context, session.userId);
  const found = ofAccount.filter(({ identity }) => isSamePerson(session.identity, identity));
  const isThis = ({ id }: { id: string }) => id === session.id;
  return [...found.filter(isThis), ...found.filter((it) => !isThis(it))].map((it) => ({
    id: it.id,
    openedAt: it.createdAt.toISOString(),
    usedAt: it.fetchedAt.toISOString(),
    providerId: it.identity.providerId,
    trustLevel: it.identity.trustLevel,
    device: it.device ?? { browser: null, system: null },
    isThis: isThis(it),
  }));
}
