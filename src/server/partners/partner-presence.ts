import type { FastifyBaseLogger } from 'fastify';

/** Whether partners can be reached, according to the last calls. */
export type PartnerPresence = {
  /**
   * @param reason for the operators' log, without anybody's data
   * @param by `probe` for a question that only asks whether anybody is there, and for a call that has reached nobody: such
   * a question can find out as well that this is over
   */
  noteFailure(partner: string, reason: string, by?: 'call' | 'probe'): void;
  /** @param by `probe` for the answer to such a question */
  noteAnswer(partner: string, by?: 'call' | 'probe'): void;
};

export type KnownPartners = PartnerPresence & {
  /** Returns the partners that were asked, with the seconds for which each has been away; 0 for one that answers. */
  standing(): { partner: string; awaySeconds: number }[];
  /** Returns for how many milliseconds nobody has asked a partner; infinite for one that was never asked. */
  quietMs(partner: string): number;
};

/** Calls in a row that have failed, from which the answer to a probe does not count. One may be an accident. */
const BELIEVED = 2;

/**
 * Logs an outage of each partner once, and then its length. A partner that answers probes while calls fail stays away until
 * a call is answered.
 */
export function partnerPresence(
  log: Pick<FastifyBaseLogger, 'warn'>,
  now: () => number = () => performance.now(),
): KnownPartners {
  /** When each was asked last. */
  const asked = new Map<string, number>();
  const awaySince = new Map<string, number>();
  /** Calls that have failed since the last one that was answered. */
  const failed = new Map<string, number>();
  const secondsAway = (since: number) => Math.round((now() - since) / 1000);
  return {
    noteFailure(partner, reason, by = 'call') {
      asked.set(partner, now());
      if (by === 'call') failed.set(partner, (failed.get(partner) ?? 0) + 1);
      if (awaySince.has(partner)) return;
      awaySince.set(partner, now());
      log.warn({ partner, reason }, 'a partner is away');
    },
    noteAnswer(partner, by = 'call') {
      asked.set(partner, now());
      if (by === 'call') failed.delete(partner);
      else if ((failed.get(partner) ?? 0) >= BELIEVED) return;
      const since = awaySince.get(partner);
      if (since === undefined) return;
      awaySince.delete(partner);
      log.warn({ partner, seconds: secondsAway(since) }, 'a partner is back');
    },
    standing: () =>
      [...asked.keys()].map((partner) => {
        const since = awaySince.get(partner);
        // A partner that has just failed is away, too.
        return { partner, awaySeconds: since === undefined ? 0 : Math.max(1, secondsAway(since)) };
      }),
    quietMs: (partner) => now() - (asked.get(partner) ?? -Infinity),
  };
}
