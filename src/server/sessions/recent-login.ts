import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from './session.ts';

const MINUTE_MS = 60_000;

/**
 * Returns the moment until which the login of a session is recent enough for what concerns everything of the person;
 * null when it is not, and without an account. The time is that of the login itself: using the portal does not
 * prolong it, and neither does a weaker login.
 */
export function recentUntil(
  { config, now }: Pick<ServerContext, 'config' | 'now'>,
  { userId, authenticatedAt }: Pick<Session, 'userId' | 'authenticatedAt'>,
): Date | null {
  if (userId === null || authenticatedAt === null) return null;
  const until = new Date(authenticatedAt.getTime() + config.RECENT_LOGIN_MINUTES * MINUTE_MS);
  return until > now() ? until : null;
}

/**
 * Refuses what concerns everything of a person where somebody else may sit at an open window.
 * @throws ProblemError login-required without an account, login-not-recent with the login that would do
 */
export function assertRecent(
  context: ServerContext,
  session: Session,
): asserts session is Session & { userId: string } {
  if (session.userId === null) throw new ProblemError('login-required');
  if (recentUntil(context, session) !== null) return;
  const { providerId, trustLevel } = session.identity;
  throw new ProblemError('login-not-recent', {
    accepted: providerId === 'anon' ? [] : [providerId],
    trustLevel,
  });
}
