import type { MailContext } from '#machines/mail/mail.types.ts';
import type { ServerContext } from '#server/context.ts';

const HOUR_MS = 3_600_000;
const LONGEST_PAUSE_MS = 4 * HOUR_MS;

/**
 * Returns the moments of a new e-mail: of its first try, and of the end of tries (MAIL_RETRY_HOURS later).
 * @param afterMs pause before the first try, for something that may pass by itself
 */
export function firstTry(
  { config, now }: Pick<ServerContext, 'config' | 'now'>,
  afterMs = 0,
): Pick<MailContext, 'nextTryAt' | 'tryUntil'> {
  const first = now().getTime() + afterMs;
  return {
    nextTryAt: new Date(first).toISOString(),
    tryUntil: new Date(first + config.MAIL_RETRY_HOURS * HOUR_MS).toISOString(),
  };
}

/** Returns the moment of the next try: after 1, 2, 4 … minutes (MAIL_RETRY_SECONDS), at most four hours. */
export function nextTry({ config, now }: Pick<ServerContext, 'config' | 'now'>, tries: number): string {
  const pause = Math.min(config.MAIL_RETRY_SECONDS * 1000 * 2 ** Math.min(tries, 20), LONGEST_PAUSE_MS);
  return new Date(now().getTime() + pause).toISOString();
}
