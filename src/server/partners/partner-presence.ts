import type { FastifyBaseLogger } from 'fastify';

/** Whether partners can be reached, according to the last calls. */
export type PartnerPresence = {
  /** @param reason for the operators' log, without anybody's data */
  noteFailure(partner: string, reason: string): void;
  noteAnswer(partner: string): void;
};

export type KnownPartners = PartnerPresence & {
  /** Returns the partners that were asked, with the seconds for which each has been away; 0 for one that answers. */
  standing(): { partner: string; awaySeconds: number }[];
  /** Returns for how many milliseconds nobody has asked a partner; infinite for one that was never asked. */
  quietMs(partner: string): number;
};

/** Logs an outage of each partner once, and then its length. */
export function partnerPresence(
  log: Pick<FastifyBaseLogger, 'warn'>,
  now: () => number = () => performance.now(),
): KnownPartners {
  /** When each was asked last. */
  const asked = new Map<string, number>();
  const awaySince = new Map<string, number>();
  const secondsAway = (since: number) => Math.round((now() - since) / 1000);
  return {
    noteFailure(partner, reason) {
      asked.set(partner, now());
      if (awaySince.has(partner)) return;
      awaySince.set(partner, now());
      log.warn({ partner, reason }, 'a partner is away');
    },
    noteAnswer(partner) {
      asked.set(partner, now());
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
