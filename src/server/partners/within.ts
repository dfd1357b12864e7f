import { setTimeout as sleep } from 'node:timers/promises';
import { type Partner, PartnerUnavailable } from '#server/partner-unavailable.ts';

/**
 * Work with a partner of which each call has its limit, and which may take many of them: as a whole it has one, too. What
 * is given up goes on by itself, and its outcome is lost.
 * @param what for the operators' log
 * @throws PartnerUnavailable when the time is over; whatever the work throws
 */
export async function within<T>(
  seconds: number,
  { partner, what }: { partner: Partner; what: string },
  work: () => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const limit = sleep(seconds * 1000, undefined, { signal: ended.signal, ref: false }).then(() => {
    throw new PartnerUnavailable(partner, `${what} did not end within ${seconds} s`);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    ended.abort();
    limit.catch(() => undefined);
  }
}
