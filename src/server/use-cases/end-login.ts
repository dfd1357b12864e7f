import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { bySession } from '#server/security/events.ts';
import { isSamePerson, type Session, sessionOfPerson } from '#server/sessions/session.ts';
import { endSessionElsewhere } from './end-session.ts';

/**
 * Ends another login of the person. Its device notices with its next request.
 * @throws ProblemError not-found when the login is not the person's, has ended, or is the present one, which only a
 * logout ends
 */
export async function endLogin(context: ServerContext, session: Session, id: string): Promise<void> {
  const other =
    session.userId === null || id === session.id ? null : await sessionOfPerson(context, session.userId, id);
  if (!other || !isSamePerson(session.identity, other.identity)) throw new ProblemError('not-found');
  await endSessionElsewhere(context, other);
  const end = { event: 'session-end', outcome: 'succeeded', reason: 'other-login' } as const;
  context.security.record(end, bySession(other));
}
