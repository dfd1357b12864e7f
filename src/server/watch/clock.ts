import type { FastifyBaseLogger } from 'fastify';
import type { KyInstance } from 'ky';
import type { PartnerCalls } from '#server/partners/partner-fetch.ts';

const EVERY_MS = 10 * 60_000;
/** Limits of a question about the time. */
export const clockCalls: Omit<PartnerCalls, 'partner'> = {
  timeoutMs: 5000,
  mostBytes: 64 * 1024,
  redirect: 'manual',
};
/** Warning threshold: the Date of an answer is cut to seconds, and the round trip takes time. */
const WARNING_MS = 10_000;

type ClockOfLogin = { address: string; ask: KyInstance };

export type WatchedClocks = {
  /** Returns how far our clock is ahead of those that could be compared last. */
  ahead(): { partner: string; aheadSeconds: number }[];
  stop(): void;
};

/**
 * Compares the server's clock with those of the logins at the start and every ten minutes, by the Date of any of
 * their answers: a login is refused when they differ by more than the tolerance. The comparison only logs.
 * @param logins ways to ask each of them
 */
export function watchClocks(
  logins: readonly ClockOfLogin[],
  log: FastifyBaseLogger,
  now: () => Date,
): WatchedClocks {
  const ahead = new Map<string, number>();
  const compare = () => {
    for (const login of logins)
      void compareClocks(login, log, now).then((ms) => {
        const partner = new URL(login.address).origin;
        if (ms === null) ahead.delete(partner);
        else ahead.set(partner, ms / 1000);
      });
  };
  compare();
  const watch = setInterval(compare, EVERY_MS).unref();
  return {
    ahead: () => [...ahead].map(([partner, aheadSeconds]) => ({ partner, aheadSeconds })),
    stop: () => clearInterval(watch),
  };
}

/** Compares once. Returns how far our clock is ahead, in milliseconds; null when the partner did not send its time. */
export async function compareClocks(
  { address, ask }: ClockOfLogin,
  log: FastifyBaseLogger,
  now: () => Date,
): Promise<number | null> {
  try {
    const asked = now().getTime();
    // Any answer shows that the partner is available.
    const { headers } = await ask.head(address);
    const theirs = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(theirs)) throw new Error('the answer has no Date');
    const aheadMs = Math.round((asked + now().getTime()) / 2 - theirs);
    const facts = { partner: new URL(address).origin, aheadSeconds: Math.round(aheadMs / 1000) };
    if (Math.abs(aheadMs) > WARNING_MS) {
      log.warn(facts, 'the clock differs from that of a login; logins can fail beyond 60 seconds');
    } else log.info(facts, 'the clock agrees with that of a login');
    return aheadMs;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    log.info({ reason, partner: new URL(address).origin }, 'the clock could not be compared');
    return null;
  }
}
