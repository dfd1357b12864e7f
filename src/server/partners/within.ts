import { setTimeout as sleep } from 'node:timers/promises';
import { type Partner, PartnerUnavailable } from '#server/partner-unavailable.ts';

/**
 * Limits the time of work with many calls to a partner, each of which has a limit of its own. Work that is given up
 * continues, and its outcome is lost.
 * @param what for the operators' log
 * @throws PartnerUnavailable when the time is over; all errors of the work
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
