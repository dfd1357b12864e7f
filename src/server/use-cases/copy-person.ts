import type { ServerContext } from '#server/context.ts';
import { assertRecent } from '#server/sessions/recent-login.ts';
import type { Session } from '#server/sessions/session.ts';
import { copyOf, type PersonCopy } from '#server/views/person-copy.ts';

/**
 * Returns a copy of everything that is kept of a person and their login may see.
 * @throws ProblemError login-required, login-not-recent
 */
export async function copyPerson(context: ServerContext, session: Session): Promise<PersonCopy> {
  assertRecent(context, session);
  return copyOf(context, { whose: 'login', session });
}
