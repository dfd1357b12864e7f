import type { Locale } from '#domain/locale.ts';
import type { ServerContext } from '#server/context.ts';
import { type Copy, openCopy } from '#server/copies/open-copy.ts';
import { assertRecent } from '#server/sessions/recent-login.ts';
import type { Session } from '#server/sessions/session.ts';

/**
 * Opens a copy of everything that is kept of a person and their login may see.
 * @throws ProblemError login-required, login-not-recent
 */
export async function copyPerson(context: ServerContext, session: Session, locale: Locale): Promise<Copy> {
  assertRecent(context, session);
  return openCopy(context, { whose: 'login', session }, locale);
}
