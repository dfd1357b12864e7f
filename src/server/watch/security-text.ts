import type { FastifyBaseLogger } from 'fastify';
import { DAY_MS } from '#domain/days.ts';
import type { Config } from '#server/config/config.ts';

/** Days before the end at which the log begins to warn. */
const WARNING_DAYS = 30;

/** Warns of the end of security.txt, at the start and every day. */
export function watchSecurityText(
  { SECURITY_TXT_EXPIRES: day }: Pick<Config, 'SECURITY_TXT_EXPIRES'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  now: () => Date,
): { stop(): void } {
  if (day === undefined) return { stop: () => {} };
  const end = new Date(day).getTime();
  const look = () => {
    const daysLeft = Math.floor((end - now().getTime()) / DAY_MS);
    if (daysLeft < 0) log.error({ daysLeft }, 'security.txt has ended');
    else if (daysLeft < WARNING_DAYS) log.warn({ daysLeft }, 'security.txt ends soon');
  };
  look();
  const daily = setInterval(look, DAY_MS).unref();
  return { stop: () => clearInterval(daily) };
}
